"""Readers and writers of corpus files, one format a file."""
