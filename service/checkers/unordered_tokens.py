"""Hint `unordered: tokens`: the same tokens in any order, as often. Pure, total, n log n."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Unpack

from service.checkers.line_walk import tokens_of, trimmed
from service.checkers.result import CheckResult, Difference, accept, cut_text, refuse
from service.checkers.token_order import in_order, token_key, without_exact_pairs
from service.checkers.token_rules import TokenParams, TokenRules, rule_name


def check(output: bytes, answer: bytes, **params: Unpack[TokenParams]) -> CheckResult:
    """Return accepted where some pairing matches every token; multisets, never sets.

    Source: DMOJ checker `sorted` (https://docs.dmoj.ca/#/problem_format/checkers).
    """
    rules = TokenRules.of(params)
    outputs, answers = (Counter(tokens_of(trimmed(text))) for text in (output, answer))
    if outputs == answers:
        return accept("unordered_tokens")
    if outputs.total() != answers.total():
        reason = f"{outputs.total()} tokens, expected {answers.total()}"
        return refuse(Difference(reason=reason))
    outputs, answers = without_exact_pairs(outputs, answers, rules)
    key = partial(token_key, rules=rules)
    needs = 0
    for given, wanted in in_order(outputs, answers, key):
        need = 0 if given == wanted else rules.match(given, wanted)
        if need is None:
            reason = "in no order the same tokens"
            return refuse(Difference(reason=reason, answer=cut_text(wanted)))
        needs |= need
    return accept(rule_name(needs, "unordered_tokens"))
