from __future__ import annotations


def square(n: Missing) -> Missing:
    return n * n
