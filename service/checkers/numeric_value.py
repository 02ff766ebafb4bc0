"""When one returned number stands for another: exact for integers, tolerant for floats.

Standard library only. Python's own comparison of int, float, Decimal and Fraction is exact;
tolerance is decided in exact fractions of bounded size.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_05UP, Context, Decimal
from fractions import Fraction

from service.checkers.number_text import Tolerance

Number = bool | int | float | Decimal | Fraction
NUMBERS = (bool, int, float, Decimal, Fraction)

_LARGE_EXPONENT = 5000
_ROUNDED = Context(prec=400)
# Exact for two numbers of 400 digits that are near; where their exponents lie far apart, rounding
# keeps a last digit that compares like the exact value does.
_DIFFERENCE = Context(
    prec=1000, rounding=ROUND_05UP, Emin=MIN_EMIN, Emax=MAX_EMAX, clamp=0, flags=[], traps=[]
)
_LARGE_BITS = 1 << 16
_QUICK_LEAST = 1e-11
_QUICK_MARGIN = 1e-3


@dataclass(frozen=True, kw_only=True, slots=True)
class NumberRules:
    """A relation of numbers.

    Attributes:
        tolerance: allowed error of float answers, None for none.
        numbers_are_float: integer answers have the tolerance too.
        strict_types: an integer is no float and no bool.
    """

    tolerance: Tolerance | None
    numbers_are_float: bool
    strict_types: bool

    def match(self, output: Number, answer: Number) -> str | None:
        """Return the rule that lets two numbers match, "" where they are plainly equal, or None."""
        if _is_nan(output) or _is_nan(answer):
            return "" if _is_nan(output) and _is_nan(answer) else None
        if self.strict_types and type(output) is not type(answer):
            return None
        if output == answer:
            return _type_rule(output, answer)
        if self.tolerance is None or not (
            isinstance(answer, (float, Decimal))
            or (self.numbers_are_float and not isinstance(answer, bool))
        ):
            return None
        if isinstance(output, bool):
            output = int(output)
        return "float_tolerance" if _close(output, answer, self.tolerance) else None


def _is_nan(value: Number) -> bool:
    if isinstance(value, Decimal):
        return value.is_nan()
    return isinstance(value, float) and math.isnan(value)


def _type_rule(output: Number, answer: Number) -> str:
    if type(output) is type(answer):
        return ""
    if isinstance(output, bool) or isinstance(answer, bool):
        return "bool_int"
    return "numeric_exact"


def _close(output: Number, answer: Number, tolerance: Tolerance) -> bool:
    if isinstance(output, float) and isinstance(answer, float):
        quick = _quick_decision(output, answer, tolerance)
        if quick is not None:
            return quick
    if isinstance(output, Decimal) and isinstance(answer, Decimal):
        return _close_decimals(output, answer, tolerance)
    given, wanted = _ratio(output), _ratio(answer)
    if given is None or wanted is None:
        return False
    bound = max(Fraction(tolerance.absolute), Fraction(tolerance.relative) * abs(wanted))
    return abs(given - wanted) <= bound


def _close_decimals(output: Decimal, answer: Decimal, tolerance: Tolerance) -> bool:
    """True where two are close; as fractions they would cost the digits of their exponents."""
    given, wanted = _rounded(output), _rounded(answer)
    if given is None or wanted is None:
        return False
    bound = _DIFFERENCE.multiply(tolerance.relative, wanted.copy_abs())
    error = _DIFFERENCE.subtract(given, wanted).copy_abs()
    return error <= max(bound, tolerance.absolute)


def _rounded(value: Decimal) -> Decimal | None:
    """Return at most 400 digits, or None where it is infinite or too large to be near a float."""
    if not value.is_finite() or value.adjusted() > _LARGE_EXPONENT:
        return None
    return Decimal(0) if value.adjusted() < -_LARGE_EXPONENT else _ROUNDED.plus(value)


def _quick_decision(output: float, answer: float, tolerance: Tolerance) -> bool | None:
    bound = max(float(tolerance.absolute), float(tolerance.relative) * abs(answer))
    error = abs(output - answer)
    if not math.isfinite(error) or not bound > _QUICK_LEAST * abs(answer):
        return None
    if error <= bound * (1 - _QUICK_MARGIN):
        return True
    return False if error >= bound * (1 + _QUICK_MARGIN) else None


def _ratio(value: Number) -> Fraction | None:
    """Return the exact value, or None where it is infinite or too large to be near a float."""
    if isinstance(value, Decimal):
        rounded = _rounded(value)
        return None if rounded is None else Fraction(rounded)
    if isinstance(value, float):
        return Fraction(value) if math.isfinite(value) else None
    if isinstance(value, Fraction):
        large = max(value.numerator.bit_length(), value.denominator.bit_length()) > _LARGE_BITS
        return None if large else value
    return Fraction(value) if value.bit_length() <= _LARGE_BITS else None
