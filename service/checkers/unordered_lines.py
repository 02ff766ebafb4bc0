"""Hint `unordered: lines`: the same lines in any order, as often. Pure, total, n log n.

Blank lines do not count. Tokens inside a line keep their order.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Unpack

from service.checkers.line_walk import first_token_difference, lines_of, trimmed
from service.checkers.result import CheckResult, Difference, accept, cut_text, refuse
from service.checkers.token_order import RowOrder, in_order, without_exact_pairs
from service.checkers.token_rules import TokenParams, TokenRules, rule_name


def check(output: bytes, answer: bytes, **params: Unpack[TokenParams]) -> CheckResult:
    """Return accepted where some pairing matches every line; multisets, never sets.

    Source: DMOJ checker `unordered` and `sorted` (https://docs.dmoj.ca/#/problem_format/checkers).
    """
    rules = TokenRules.of(params)
    outputs, answers = _rows(output), _rows(answer)
    if outputs == answers:
        return accept("unordered_lines")
    if outputs.total() != answers.total():
        reason = f"{outputs.total()} lines, expected {answers.total()}"
        return refuse(Difference(reason=reason))
    outputs, answers = without_exact_pairs(outputs, answers, rules)
    order = RowOrder(chain.from_iterable(map(bytes.split, chain(outputs, answers))), rules)
    needs = 0
    for given, wanted in in_order(outputs, answers, order.key):
        found = first_token_difference(iter(given.split()), iter(wanted.split()), rules)
        if isinstance(found, Difference):
            reason = "in no order the same lines"
            return refuse(Difference(reason=reason, answer=cut_text(wanted)))
        needs |= found
    return accept(rule_name(needs, "unordered_lines"))


def _rows(text: bytes) -> Counter[bytes]:
    """Return how often each line occurs, its tokens parted by one space."""
    return Counter(b" ".join(line.split()) for line in lines_of(trimmed(text)) if line)
