"""Policy `lcb`, printed text: equal lines, or lines whose words are all equal Decimals.

Pure, total, linear. It follows LiveCodeBench to the letter, so it accepts what a fair person would
not (`1_000` for `1000`, `007` for `7`) and refuses what one would accept (`0.3333` for `0.33333`).
White space is Unicode's; only LF ends a line; blank lines inside count.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from itertools import zip_longest

from service.checkers.result import CheckResult, Difference, accept, cut_text, refuse
from service.checkers.text_pair import decoded, stripped_lines, words_of


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where LiveCodeBench's comparison accepts.

    Source: LiveCodeBench at commit 28fef95, lcb_runner/evaluation/testing_util.py, `grade_stdio`
    (https://github.com/LiveCodeBench/LiveCodeBench).
    """
    given, wanted = (text.strip() for text in decoded(output, answer))
    counts = given.count("\n") + 1, wanted.count("\n") + 1
    if counts[0] != counts[1]:
        return refuse(Difference(reason=f"{counts[0]} lines, expected {counts[1]}"))
    rule = "stripped_lines"
    pairs = zip(stripped_lines(given), stripped_lines(wanted), strict=True)
    for number, (line, answer_line) in enumerate(pairs, 1):
        if line == answer_line:
            continue
        if not _same_decimals(line, answer_line):
            return refuse(
                Difference(
                    reason="other line",
                    line=number,
                    output=cut_text(line),
                    answer=cut_text(answer_line),
                )
            )
        rule = "decimal_lines"
    return accept(rule)


def _same_decimals(line: str, answer_line: str) -> bool:
    """True where both lines have as many words, and each pair is equal as Decimals.

    One that is no Decimal, and a signalling NaN, whose comparison fails, refuse the line, wherever
    they stand: so looking at one pair after the other gives the answer that two lists would.
    """
    try:
        return all(
            word is not None and wanted is not None and Decimal(word) == Decimal(wanted)
            for word, wanted in zip_longest(words_of(line), words_of(answer_line))
        )
    except (InvalidOperation, ValueError):
        return False
