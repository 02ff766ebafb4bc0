"""The ladder: a policy's methods in order, until one accepts.

Imports the checkers and the policies. Pure and total: a method that cannot apply is passed over,
and so is one that raises; nothing is ever accepted because something went wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from service.checkers.registry import methods, value_methods
from service.checkers.result import NOT_APPLICABLE, CheckResult, Difference, accept, refuse
from service.judging.policies import Policy, Step

Given = TypeVar("Given")
Given_contra = TypeVar("Given_contra", contravariant=True)


class _Method(Protocol[Given_contra]):
    def __call__(
        self, output: Given_contra, answer: Given_contra, /, **params: object
    ) -> CheckResult: ...


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
    return _first_accepted(lambda answer: _climb(methods(), policy.text, output, answer), answers)


def compare_value(policy: Policy, output: object, answers: Sequence[object]) -> CheckResult:
    """Return whether a returned value is one of the accepted answers.

    Args:
        policy: which methods, in which order.
        output: what `sandbox.values.read_value` gave, in the policy's `value_form`.
        answers: the answer, then its alternatives, from `value_text.parse_value`; at least one.
    """
    return _first_accepted(
        lambda answer: _climb(value_methods(), policy.value, output, answer), answers
    )


def _first_accepted(
    compare: Callable[[Given], CheckResult], answers: Sequence[Given]
) -> CheckResult:
    first = compare(answers[0])
    if first.accepted:
        return first
    for answer in answers[1:]:
        result = compare(answer)
        if result.accepted:
            return accept(f"{result.rule}+alternatives")
    return first


def _climb(
    known: Mapping[str, _Method[Given]], steps: Sequence[Step], output: Given, answer: Given
) -> CheckResult:
    furthest = Difference(reason="no method applies")
    for step in steps:
        result = _ask(known[step.method], output, answer, step.params)
        if result.accepted:
            return result
        if result.difference is not None and _place(result.difference) >= _place(furthest):
            furthest = result.difference
    return refuse(furthest)


def _ask(
    method: _Method[Given], output: Given, answer: Given, params: Mapping[str, object]
) -> CheckResult:
    try:
        return method(output, answer, **params)
    except Exception:  # noqa: BLE001 - judging rules, principle 2: one that raises is skipped
        return NOT_APPLICABLE


def _place(difference: Difference) -> tuple[int, int]:
    return difference.line or 0, difference.token or 0
