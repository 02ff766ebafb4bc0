"""Rung 7: blank lines inside the text do not count. Pure, total, linear.

Not where one side is empty: an empty answer needs an empty output.
"""

from __future__ import annotations

from typing import Unpack

from service.checkers.line_walk import compare_lines
from service.checkers.result import CheckResult
from service.checkers.token_rules import TokenParams, TokenRules


def check(output: bytes, answer: bytes, **params: Unpack[TokenParams]) -> CheckResult:
    """Return accepted where the lines that are not blank have the same tokens.

    Source: testlib's checker `wcmp` (https://github.com/MikeMirzayanov/testlib) disregards all
    line ends; here only blank lines.
    """
    return compare_lines(
        output,
        answer,
        TokenRules.of(params),
        own_name="blank_lines",
        structure="blank_lines",
        skip_blank=True,
    )
