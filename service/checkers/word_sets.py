"""Lines as sets of words, and a text as a set of such lines: what is left when order and number go.

Imports how APPS reads lines. Words are hashed as text, whose hashes no program can foresee;
numbers, whose hashes it can, are only sorted. Cost n log n.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from service.checkers.apps_lines import AppsLines

WordSets = set[tuple[str, ...]]


def word_sets(output: bytes, answer: bytes) -> tuple[WordSets, WordSets]:
    """Return both texts as sets of lines, each line its words, each once, in one order.

    A printed line without words does not count; one of the answer that holds white space does.
    """
    lines = AppsLines.of(output, answer)
    printed = _sets_of(lines.printed)
    printed.discard(())
    return printed, _sets_of(lines.wanted)


def _sets_of(lines: Iterable[str]) -> WordSets:
    return {tuple(sorted(set(line.split()))) for line in lines}


def number_sets(rows: Iterable[Iterable[float]]) -> list[tuple[float, ...]]:
    """Return the same list for rows that are equal as sets of sets of numbers, none of them NaN."""
    ordered = sorted(tuple(number for number, _ in groupby(sorted(row))) for row in rows)
    return [row for row, _ in groupby(ordered)]
