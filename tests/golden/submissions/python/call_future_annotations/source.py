from __future__ import annotations


def add(a: NotDefined, b: list[NotDefined]) -> Nothing:
    return a + b
