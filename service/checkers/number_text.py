r"""Numbers as tokens of text: which tokens are numbers, and when two are equal or close.

Standard library only. A number is `-?(0|[1-9][0-9]*)(\.[0-9]*)?([eE][+-]?[0-9]+)?` or
`-?\.[0-9]+([eE][+-]?[0-9]+)?` in ASCII; all else (`+5`, `007`, `1_0`, `0x1`, `nan`) is a word.
Arithmetic is exact: values are `Decimal`, whose cost depends on the digits that are written and
never on the size of an exponent.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_05UP, Context, Decimal
from enum import Enum

FloatTol = float | Mapping[str, float | None]

_NUMBER = re.compile(
    rb"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?0*([0-9]+))?",
)
_EXPONENT_DIGITS = 15
_QUICK_LENGTH = 40
_QUICK_LEAST = 1e-11
_QUICK_MARGIN = 1e-3
_ZERO = Decimal(0)


class Closeness(Enum):
    """How near two numbers are."""

    FAR = 0
    CLOSE = 1
    EQUAL = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Tolerance:
    """Allowed error of a number: within `absolute`, or within `relative` times the answer.

    Attributes:
        absolute: allowed distance, >= 0.
        relative: allowed distance as a share of the answer's magnitude, >= 0.
        exponent_is_relative: an answer written with an exponent is held to `relative` alone.
    """

    absolute: Decimal
    relative: Decimal
    exponent_is_relative: bool = True

    @classmethod
    def of(cls, float_tol: FloatTol) -> Tolerance | None:
        """Return the tolerance of a `float_tol` hint, or None where it allows no error at all.

        Args:
            float_tol: one number for both errors, or `{"abs": ..., "rel": ...}` exactly as asked.
        """
        if isinstance(float_tol, Mapping):
            absolute = _exact(float_tol.get("abs"))
            relative = _exact(float_tol.get("rel"))
            exponent_is_relative = False
        else:
            absolute = relative = _exact(float_tol)
            exponent_is_relative = True
        if absolute <= 0 and relative <= 0:
            return None
        return cls(absolute=absolute, relative=relative, exponent_is_relative=exponent_is_relative)


def _exact(value: float | None) -> Decimal:
    if value is None or not math.isfinite(value):
        return _ZERO
    return Decimal(repr(value))


def read_number(token: bytes) -> Decimal | None:
    """Return the exact value of a token, or None where it is a word.

    A token with an exponent of more than 15 digits is a word.
    """
    return Decimal(token.decode("ascii")) if is_number(token) else None


def is_integer_text(token: bytes) -> bool:
    """True where a number is written without point and exponent."""
    return b"." not in token and b"e" not in token and b"E" not in token


def is_number(token: bytes) -> bool:
    """True where a token is a number and no word."""
    match = _NUMBER.fullmatch(token)
    return match is not None and len(match[1] or b"") <= _EXPONENT_DIGITS


def compare_numbers(output: bytes, answer: bytes, tolerance: Tolerance | None) -> Closeness:
    """Return whether two tokens are numbers of the same value, or close.

    Costs linear time in the digits written. The decision is the exact one: the short way through
    `float` is taken only where its rounding cannot change it.

    Args:
        output: any token.
        answer: a token that is a number.
        tolerance: the error that this answer allows, None for none.
    """
    absolute_counts = tolerance is not None and not (
        tolerance.exponent_is_relative and (b"e" in answer or b"E" in answer)
    )
    if not is_number(output):
        return Closeness.FAR
    if tolerance is not None and max(len(output), len(answer)) <= _QUICK_LENGTH:
        quick = _quick_decision(float(output), float(answer), tolerance, absolute_counts)
        if quick is not None:
            return quick
    given, wanted = Decimal(output.decode("ascii")), Decimal(answer.decode("ascii"))
    if given == wanted:
        return Closeness.EQUAL
    if tolerance is None:
        return Closeness.FAR
    digits = len(output) + len(answer)
    close = _within(given, wanted, tolerance, absolute_counts, digits)
    return Closeness.CLOSE if close else Closeness.FAR


def _quick_decision(
    output: float, answer: float, tolerance: Tolerance, absolute_counts: bool
) -> Closeness | None:
    bound = float(tolerance.relative) * abs(answer)
    if absolute_counts or answer == 0:
        bound = max(bound, float(tolerance.absolute))
    error = abs(output - answer)
    if not 0 < error < math.inf or not bound > _QUICK_LEAST * abs(answer) > 0:
        return None
    if error <= bound * (1 - _QUICK_MARGIN):
        return Closeness.CLOSE
    return Closeness.FAR if error >= bound * (1 + _QUICK_MARGIN) else None


def _within(
    output: Decimal, answer: Decimal, tolerance: Tolerance, absolute_counts: bool, digits: int
) -> bool:
    # Enough digits to be exact; where exponents lie far apart, ROUND_05UP keeps a last digit that
    # compares like the exact value does.
    context = Context(prec=digits + 40, rounding=ROUND_05UP, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])
    error = context.subtract(output, answer).copy_abs()
    bound = context.multiply(tolerance.relative, answer.copy_abs())
    if absolute_counts or not answer:
        bound = max(bound, tolerance.absolute)
    return error <= bound
