"""Policy `microcoder`: each line a set of numbers rounded to 3 places, the text a set of lines.

Pure, total, n log n. It accepts wrong outputs: what `line_sets` does, and any error below 0.0005.
"""

from __future__ import annotations

import math

from service.checkers.result import NOT_APPLICABLE, CheckResult, Difference, accept, refuse
from service.checkers.word_sets import WordSets, number_sets, word_sets

PLACES = 3


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where all words are numbers and the rounded sets are equal.

    Source: APPS, eval/testing_util.py, its last comparison; MicroCoder paper (arXiv 2603.07777),
    "rounding".
    """
    printed, wanted = word_sets(output, answer)
    wanted_numbers = _rounded(wanted)
    if wanted_numbers is None:
        return NOT_APPLICABLE
    printed_numbers = wanted_numbers if output == answer else _rounded(printed)
    if printed_numbers is None:
        return refuse(Difference(reason="a word that is no number"))
    if number_sets(printed_numbers) == number_sets(wanted_numbers):
        return accept("rounded_line_sets")
    return refuse(Difference(reason="not the same rounded numbers on any line"))


def _rounded(rows: WordSets) -> list[list[float]] | None:
    """Return rounded numbers, or None where a word is none, or NaN, which equals nothing."""
    try:
        numbers = [[round(float(word), PLACES) for word in row] for row in rows]
    except ValueError:
        return None
    return None if any(math.isnan(number) for row in numbers for number in row) else numbers
