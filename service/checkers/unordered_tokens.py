"""Hint `unordered: tokens`: the same tokens in any order, as often. Pure, total, n log n."""

from __future__ import annotations

from functools import partial
from typing import Unpack

from service.checkers.line_walk import first_token_difference, tokens_of, trimmed
from service.checkers.result import CheckResult, Difference, accept, refuse
from service.checkers.token_order import token_key
from service.checkers.token_rules import TokenParams, TokenRules, rule_name


def check(output: bytes, answer: bytes, **params: Unpack[TokenParams]) -> CheckResult:
    """Return accepted where some pairing matches every token; multisets, never sets.

    Source: DMOJ checker `sorted` (https://docs.dmoj.ca/#/problem_format/checkers).
    """
    rules = TokenRules.of(params)
    outputs, answers = list(tokens_of(trimmed(output))), list(tokens_of(trimmed(answer)))
    if len(outputs) != len(answers):
        reason = f"{len(outputs)} tokens, expected {len(answers)}"
        return refuse(Difference(reason=reason))
    if sorted(outputs) == sorted(answers):
        return accept("unordered_tokens")
    key = partial(token_key, rules=rules)
    found = first_token_difference(
        iter(sorted(outputs, key=key)), iter(sorted(answers, key=key)), rules
    )
    if isinstance(found, Difference):
        return refuse(Difference(reason="in no order the same tokens", answer=found.answer))
    return accept(rule_name(found, "unordered_tokens"))
