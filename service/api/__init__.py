"""Thin HTTP routes over the batch engine."""
