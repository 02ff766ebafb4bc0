"""Hint `unordered: lines`: the same lines in any order, as often. Pure, total, n log n.

Blank lines do not count. Tokens inside a line keep their order.
"""

from __future__ import annotations

from itertools import chain
from typing import Unpack

from service.checkers.line_walk import first_token_difference, lines_of, trimmed
from service.checkers.result import CheckResult, Difference, accept, cut_text, refuse
from service.checkers.token_order import RowOrder
from service.checkers.token_rules import TokenParams, TokenRules, rule_name


def check(output: bytes, answer: bytes, **params: Unpack[TokenParams]) -> CheckResult:
    """Return accepted where some pairing matches every line; multisets, never sets.

    Source: DMOJ checker `unordered` and `sorted` (https://docs.dmoj.ca/#/problem_format/checkers).
    """
    rules = TokenRules.of(params)
    outputs, answers = _rows(output), _rows(answer)
    if len(outputs) != len(answers):
        reason = f"{len(outputs)} lines, expected {len(answers)}"
        return refuse(Difference(reason=reason))
    if sorted(outputs) == sorted(answers):
        return accept("unordered_lines")
    order = RowOrder(chain.from_iterable(outputs + answers), rules)
    needs = 0
    pairs = zip(sorted(outputs, key=order.key), sorted(answers, key=order.key), strict=True)
    for given, wanted in pairs:
        found = first_token_difference(iter(given), iter(wanted), rules)
        if isinstance(found, Difference):
            return refuse(
                Difference(reason="in no order the same lines", answer=cut_text(b" ".join(wanted)))
            )
        needs |= found
    return accept(rule_name(needs, "unordered_lines"))


def _rows(text: bytes) -> list[list[bytes]]:
    return [line.split() for line in lines_of(trimmed(text)) if line]
