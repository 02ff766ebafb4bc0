"""Hint `ignore_case`: every word in any case. Pure, total, linear."""

from __future__ import annotations

from typing import Unpack

from service.checkers.line_walk import compare_lines
from service.checkers.result import CheckResult
from service.checkers.token_rules import TokenParams, TokenRules


def check(output: bytes, answer: bytes, **params: Unpack[TokenParams]) -> CheckResult:
    """Return accepted where each line has the same tokens, words in any case.

    Source: Kattis problem package format, default output validator without `case_sensitive`
    (https://www.kattis.com/problem-package-format/).
    """
    rules = TokenRules.of({**params, "case": "any"})
    return compare_lines(output, answer, rules, own_name="ignore_case")
