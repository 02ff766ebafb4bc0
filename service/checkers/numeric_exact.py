"""Rung 4: numbers of the same value are the same token. Pure, total, linear.

`3.0` for `3`, `.5` for `0.50`, `1e3` for `1000`, `-0` for `0`, in exact arithmetic; integers are
exact however large, and what is not a number by `number_text` is a word.
"""

from __future__ import annotations

from service.checkers.line_walk import compare_lines
from service.checkers.result import CheckResult
from service.checkers.token_rules import TokenRules


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where each line has the same tokens, numbers taken by their value.

    Source: LiveCodeBench compares rows of numbers by `Decimal` value
    (https://github.com/LiveCodeBench/LiveCodeBench, `testing_util.py`); here only ASCII numbers
    without leading zeros are numbers.
    """
    return compare_lines(output, answer, TokenRules(numeric=True), own_name="numeric_exact")
