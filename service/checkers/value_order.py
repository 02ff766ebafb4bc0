"""A canonical order of values, so that what may come in any order can be compared in one.

Imports the values of `sandbox.values`. Sorting only permutes what may be permuted; the comparison
that follows decides, so nothing wrong is accepted here. Floats that may be equal within tolerance
share a cluster, and clusters are ordered, not floats: 0.3 and 0.30000000000000004 sort alike.
Keys are texts, never hashes of a program's objects; cost is n log n.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TypeGuard

from sandbox.values import DictValue, SetValue

_MAX_DEPTH = 120
_LARGE_EXPONENT = 400
_MANY_DIGITS = 800
_PLAIN_BITS = 2048


class ValueOrder:
    """Sorts the values of one comparison."""

    def __init__(self, floats: Iterable[float], *, absolute: float, relative: float) -> None:
        """Cluster the numbers of both sides.

        Args:
            floats: every number of both sides, as floats.
            absolute: allowed absolute error.
            relative: allowed relative error.
        """
        self._starts: list[float] = []
        last = -math.inf
        for value in sorted(value for value in floats if not math.isnan(value)):
            reach = 2 * max(absolute, relative * max(abs(value), abs(last)))
            if not self._starts or value - last > reach or math.isinf(value - last):
                self._starts.append(value)
            last = value

    def number_key(self, value: float) -> str:
        """Return the key of the cluster of a number."""
        return "nan" if math.isnan(value) else f"{self.cluster(value):08d}"

    def cluster(self, value: float) -> int:
        """Return the number of the cluster of a number that is not NaN."""
        return bisect_right(self._starts, value)

    def sort(self, values: Iterable[object], *, nested: bool) -> list[object]:
        """Return values in canonical order; `nested`: lists inside have no order either."""
        return sorted(values, key=lambda value: self._sort_key(value, nested))

    def _sort_key(self, value: object, nested: bool) -> tuple[str, list[float], str]:
        return self._key(value, nested, 0), floats_of(value), exact_key(value)

    def _key(self, value: object, nested: bool, depth: int) -> str:
        if depth > _MAX_DEPTH:
            return "!"
        if isinstance(value, (bool, int, float, Decimal, Fraction)):
            return f"n{self.number_key(as_float(value))}"
        if is_sequence(value):
            keys = [self._key(item, nested, depth + 1) for item in value]
            return f"[{','.join(sorted(keys) if nested else keys)}]"
        if isinstance(value, SetValue):
            keys = sorted(self._key(item, nested, depth + 1) for item in value.items)
            return f"[{','.join(keys)}]"
        if isinstance(value, DictValue):
            pairs = sorted(
                json_key(key) + ":" + self._key(held, nested, depth + 1)
                for key, held in value.items
            )
            return f"{{{','.join(pairs)}}}"
        return exact_key(value)


def is_sequence(value: object) -> TypeGuard[Sequence[object]]:
    """True for a list or a tuple, the only sequences that occur among values."""
    return isinstance(value, (list, tuple))


def has_fraction(value: object, depth: int = 0) -> bool:
    """True where a value is or holds a number of another type than int and bool, or nests deep."""
    if depth > _MAX_DEPTH or isinstance(value, (float, Decimal, Fraction)):
        return True
    inner: Iterable[object] = ()
    if is_sequence(value):
        inner = value
    elif isinstance(value, SetValue):
        inner = value.items
    elif isinstance(value, DictValue):
        inner = (held for _, held in value.items)
    return any(has_fraction(item, depth + 1) for item in inner)


def without_common(
    items: Sequence[object], keys: Sequence[str | None], common: Counter[str]
) -> list[object]:
    """Return the items that remain when `common` says how often each key is taken out."""
    rest = common.copy()
    kept: list[object] = []
    for item, key in zip(items, keys, strict=True):
        if key is not None and rest[key]:
            rest[key] -= 1
        else:
            kept.append(item)
    return kept


def floats_of(value: object) -> list[float]:
    """Return every number in a value as a float, in its order."""
    return list(_floats(value, 0))


def _floats(value: object, depth: int) -> Iterable[float]:
    if isinstance(value, (bool, int, float, Decimal, Fraction)):
        number = as_float(value)
        if not math.isnan(number):
            yield number
    elif depth <= _MAX_DEPTH:
        inner: Iterable[object] = ()
        if is_sequence(value):
            inner = value
        elif isinstance(value, SetValue):
            inner = value.items
        elif isinstance(value, DictValue):
            inner = (held for _, held in value.items)
        for item in inner:
            yield from _floats(item, depth + 1)


def as_float(value: float | Decimal | Fraction) -> float:
    """Return the nearest float; infinite where it is too large, NaN for a NaN of any kind."""
    if isinstance(value, Decimal) and value.is_nan():
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def exact_key(value: object, depth: int = 0) -> str:
    """Return a text that is the same for equal values and for no others.

    Numbers have their value's text whatever their type, but True and False have their own; lists
    and tuples are alike.
    """
    if depth > _MAX_DEPTH:
        return "!"
    if is_sequence(value):
        return "[" + ",".join(exact_key(item, depth + 1) for item in value) + "]"
    if isinstance(value, SetValue):
        return "<" + ",".join(sorted(exact_key(item, depth + 1) for item in value.items)) + ">"
    if isinstance(value, DictValue):
        pairs = (f"{json_key(key)}:{exact_key(held, depth + 1)}" for key, held in value.items)
        return "{" + ",".join(sorted(pairs)) + "}"
    return _scalar_key(value)


def json_key(key: object) -> str:
    """Return a dict key's text: an integer and the text of its digits are one key, as in JSON."""
    if isinstance(key, int) and not isinstance(key, bool):
        return exact_key(f"{key}" if key.bit_length() <= _PLAIN_BITS else f"0x{key:x}")
    return exact_key(key)


def _scalar_key(value: object) -> str:
    if isinstance(value, bool):
        return f"b{value}"
    if isinstance(value, (int, float, Decimal, Fraction)):
        return _exact_number_key(value)
    if isinstance(value, str):
        return f"s{len(value)}:{value}"
    return f"{type(value).__name__}:{value!r}"


def _exact_number_key(value: float | Decimal | Fraction) -> str:
    if isinstance(value, int):
        return f"n{value:x}"
    if isinstance(value, Decimal):
        if not value.is_finite():
            return f"d{value}"
        sign, digits, exponent = value.as_tuple()
        if abs(value.adjusted()) > _LARGE_EXPONENT or len(digits) > _MANY_DIGITS:
            # As written, without its zeros: as a fraction it would have the digits of its exponent.
            text = "".join(map(str, digits)).rstrip("0")
            return f"d{'-' * sign}{text}e{int(exponent) + len(digits) - len(text)}"
    if isinstance(value, float) and not math.isfinite(value):
        return f"f{value}"
    ratio = Fraction(value)
    if ratio.denominator == 1:
        return f"n{ratio.numerator:x}"
    return f"q{ratio.numerator:x}/{ratio.denominator:x}"
