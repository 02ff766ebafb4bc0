"""Rung 3: the same tokens line by line, whatever blanks stand between them. Pure, total, linear."""

from __future__ import annotations

from service.checkers.line_walk import compare_lines
from service.checkers.result import CheckResult
from service.checkers.token_rules import TokenRules


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where each line has the same tokens.

    Source: testlib's checker `lcmp` (https://github.com/MikeMirzayanov/testlib).
    """
    return compare_lines(output, answer, TokenRules(), own_name="tokens")
