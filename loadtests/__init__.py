"""Benchmarks: they print figures of this machine, and no test asserts them."""
