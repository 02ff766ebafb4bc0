"""Policy `microcoder`, returned values: lists, tuples, strings and sets written as lines of text.

Pure, total, n log n. The lines are then compared as printed ones are, so it accepts whatever the
methods of printed text accept: another order, repeats, near numbers, `'5'` for 5.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from sandbox.model import Unserialisable
from sandbox.values import SetValue
from service.checkers import (
    allclose_lines,
    filled_lines,
    joined_lines,
    line_sets,
    rounded_line_sets,
)
from service.checkers.result import NOT_APPLICABLE, CheckResult, Difference, accept, refuse
from service.checkers.value_order import is_sequence


class _NoLines(ValueError):
    """A value has no form as lines: it is a dict, or nested more than twice."""


def check_value(output: object, answer: object) -> CheckResult:
    """Return accepted where some method of printed text accepts the values' lines.

    Source: MicroCoder paper (arXiv 2603.07777): "lists, tuples, strings, sets with automatic type
    conversion". The paper does not say how; one item a line is how APPS sees a printed list.
    """
    if isinstance(output, Unserialisable):
        return refuse(Difference(reason=f"unserialisable: {output.reason}", path=""))
    try:
        given, wanted = _lines(output), _lines(answer)
    except _NoLines:
        return NOT_APPLICABLE
    if not given.strip() or not wanted.strip():
        return NOT_APPLICABLE
    for method in (joined_lines, filled_lines, allclose_lines, line_sets, rounded_line_sets):
        result = method.check(given, wanted)
        if result.accepted:
            return accept(f"{result.rule}+value_lines")
    return refuse(Difference(reason="other items", path=""))


def _lines(value: object) -> bytes:
    items = _items(value)
    lines = [_word(value)] if items is None else [_row(item) for item in items]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _items(value: object) -> list[object] | None:
    if isinstance(value, SetValue):
        return [*value.items]
    return [*value] if is_sequence(value) else None


def _row(value: object) -> str:
    items = _items(value)
    return _word(value) if items is None else " ".join(map(_word, items))


def _word(value: object) -> str:
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, (bool, float, Fraction, Decimal)):
        return str(value)
    if isinstance(value, int):
        # `str` of an int has a limit of digits, and of a Decimal none.
        return str(Decimal(value))
    raise _NoLines
