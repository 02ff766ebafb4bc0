"""Rung 6: yes, no, true, false, possible and impossible in any case. Pure, total, linear.

Other words keep their case: letters may be the data.
"""

from __future__ import annotations

from typing import Unpack

from service.checkers.line_walk import compare_lines
from service.checkers.result import CheckResult
from service.checkers.token_rules import TokenParams, TokenRules


def check(output: bytes, answer: bytes, **params: Unpack[TokenParams]) -> CheckResult:
    """Return accepted where each line has the same tokens, verdict words in any case.

    Source: testlib's checkers `yesno` and `nyesno` (https://github.com/MikeMirzayanov/testlib).
    """
    rules = TokenRules.of({**params, "case": "verdict"})
    return compare_lines(output, answer, rules, own_name="verdict_case")
