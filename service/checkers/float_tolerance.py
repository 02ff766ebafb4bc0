"""Rung 5: a number whose answer is not an integer may be a little off. Pure, total, linear.

Absolute or relative error at most `float_tol`; an answer of 0 absolute only, an answer written
with an exponent relative only; infinity and NaN never. Integers stay exact.
"""

from __future__ import annotations

from typing import Unpack

from service.checkers.line_walk import compare_lines
from service.checkers.result import CheckResult
from service.checkers.token_rules import TokenParams, TokenRules


def check(output: bytes, answer: bytes, **params: Unpack[TokenParams]) -> CheckResult:
    """Return accepted where each line has the same tokens, non-integers within tolerance.

    Source: Kattis problem package format, default output validator with `float_tolerance`
    (https://www.kattis.com/problem-package-format/); here integers keep exact unless
    `numbers_are_float`.
    """
    rules = TokenRules.of({"case": "exact", **params})
    return compare_lines(output, answer, rules, own_name="float_tolerance")
