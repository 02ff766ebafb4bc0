r"""Rung 8: a list as a column for a row, or joined to its count. Pure, total, linear.

Two re-flows carry no information and no other is accepted: one token a line on one side and the
same tokens on one line on the other; or both sides begin with the same count N followed by exactly
N tokens (`3\n1 2 3` and `3 1 2 3`). A count on one side only is never accepted.
"""

from __future__ import annotations

import re
from typing import Unpack

from service.checkers.line_walk import first_token_difference, lines_of, tokens_of, trimmed
from service.checkers.result import NOT_APPLICABLE, CheckResult, Difference, accept, refuse
from service.checkers.token_rules import TokenParams, TokenRules, rule_name

_COUNT = re.compile(rb"0|[1-9][0-9]{0,8}")


def check(output: bytes, answer: bytes, **params: Unpack[TokenParams]) -> CheckResult:
    """Return accepted where a harmless re-flow makes the tokens the same.

    Source: the judging rules of this project (docs/judging-rules.md); testlib's `wcmp` accepts
    every re-flow, which loses the rows of a grid.
    """
    output, answer = trimmed(output), trimmed(answer)
    if not (_row_and_column(output, answer) or _same_count(output, answer)):
        return NOT_APPLICABLE
    found = first_token_difference(tokens_of(output), tokens_of(answer), TokenRules.of(params))
    if isinstance(found, Difference):
        return refuse(found)
    return accept(rule_name(found, "layout"))


def _row_and_column(left: bytes, right: bytes) -> bool:
    left_is_row, right_is_row = b"\n" not in left, b"\n" not in right
    if left_is_row == right_is_row or not left or not right:
        return False
    column = right if left_is_row else left
    return all(len(line.split(None, 1)) == 1 for line in filter(None, lines_of(column)))


def _same_count(left: bytes, right: bytes) -> bool:
    first = next(tokens_of(left), b"")
    if not _COUNT.fullmatch(first) or next(tokens_of(right), b"") != first:
        return False
    count = int(first)
    return all(sum(1 for _ in tokens_of(text)) == count + 1 for text in (left, right))
