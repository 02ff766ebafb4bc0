"""The ladder: a policy's methods in order, until one accepts.

Imports the checkers and the policies. Pure and total: a method that cannot apply is passed over,
and so is one that raises; nothing is ever accepted because something went wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from service.checkers.registry import Check, methods
from service.checkers.result import NOT_APPLICABLE, CheckResult, Difference, accept, refuse
from service.checkers.typed_value import check_value
from service.judging.policies import Policy

Answer = TypeVar("Answer")


def compare_text(policy: Policy, output: bytes, answers: Sequence[bytes]) -> CheckResult:
    """Return whether printed text is one of the accepted answers.

    Args:
        policy: which methods, in which order.
        output: what the program printed.
        answers: the answer, then its alternatives; at least one.

    Returns:
        Accepted, with the `match_rule`; or refused, with the difference from the first answer
        that the method which came furthest saw.
    """
    return _first_accepted(lambda answer: _climb(policy, output, answer), answers)


def compare_value(policy: Policy, output: object, answers: Sequence[object]) -> CheckResult:
    """Return whether a returned value is one of the accepted answers.

    Args:
        policy: whose parameters for values hold.
        output: what `sandbox.values.read_value` gave.
        answers: the answer, then its alternatives, from `value_text.parse_value`; at least one.
    """
    return _first_accepted(lambda answer: check_value(output, answer, **policy.value), answers)


def _first_accepted(
    compare: Callable[[Answer], CheckResult], answers: Sequence[Answer]
) -> CheckResult:
    first = compare(answers[0])
    if first.accepted:
        return first
    for answer in answers[1:]:
        result = compare(answer)
        if result.accepted:
            return accept(f"{result.rule}+alternatives")
    return first


def _climb(policy: Policy, output: bytes, answer: bytes) -> CheckResult:
    furthest = Difference(reason="no method applies")
    for step in policy.text:
        result = _ask(methods()[step.method], output, answer, step.params)
        if result.accepted:
            return result
        if result.difference is not None and _place(result.difference) >= _place(furthest):
            furthest = result.difference
    return refuse(furthest)


def _ask(check: Check, output: bytes, answer: bytes, params: Mapping[str, object]) -> CheckResult:
    try:
        return check(output, answer, **params)
    except Exception:  # noqa: BLE001 - judging rules, principle 2: one that raises is skipped
        return NOT_APPLICABLE


def _place(difference: Difference) -> tuple[int, int]:
    return difference.line or 0, difference.token or 0
