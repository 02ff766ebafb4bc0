"""Rung 9: the answer is one Python or JSON literal and is compared as a value. Pure, total, linear.

Only where the whole answer is a list, tuple, dict or set; a printed list for plain tokens is never
accepted here.
"""

from __future__ import annotations

from typing import Unpack

from sandbox.values import DictValue, SetValue
from service.checkers.line_walk import trimmed
from service.checkers.result import NOT_APPLICABLE, CheckResult, Difference, accept, refuse
from service.checkers.token_rules import DEFAULT_FLOAT_TOL
from service.checkers.typed_value import ValueParams, check_value
from service.checkers.value_order import is_sequence
from service.checkers.value_text import NotAValue, parse_value

_STARTS = (b"[", b"(", b"{", b"set(", b"frozenset(")


def check(output: bytes, answer: bytes, **params: Unpack[ValueParams]) -> CheckResult:
    """Return accepted where both texts are literals of the same value.

    Source: the judging rules of this project (docs/judging-rules.md).
    """
    output, answer = trimmed(output), trimmed(answer)
    if not answer.startswith(_STARTS):
        return NOT_APPLICABLE
    try:
        wanted = _parse(answer)
    except NotAValue:
        return NOT_APPLICABLE
    if not (is_sequence(wanted) or isinstance(wanted, (DictValue, SetValue))):
        return NOT_APPLICABLE
    try:
        given = _parse(output)
    except NotAValue:
        return refuse(Difference(reason="the output is not one literal", path=""))
    relaxed: ValueParams = {"float_tol": DEFAULT_FLOAT_TOL, **params}
    result = check_value(given, wanted, **relaxed)
    if not result.accepted:
        return result
    needs = "" if result.rule == "exact" else f"{result.rule}+"
    return accept(f"{needs}literal")


def _parse(text: bytes) -> object:
    try:
        return parse_value(text.decode("utf-8"))
    except UnicodeDecodeError:
        raise NotAValue("not UTF-8") from None
