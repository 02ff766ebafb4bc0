"""What numpy's `==` says of a scalar or array and a JSON value, without numpy.

Imports the values of `sandbox.values`. Only comparisons of one item have a truth; those of none are
told apart, as judges differ on them. A Python number takes the precision of the numpy value, a
number inside a list does not.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import cast

from sandbox.values import NumpyValue
from service.checkers.value_order import is_sequence

_PACKED = {2: "<e", 4: "<f"}
_DOUBLE = 8
# numpy's letters: bool, integers, unsigned ones, floats and complex numbers.
_COMPLEX = "c"
_INTEGER_KINDS = ("b", "i", "u")
_NUMBER_KINDS = (*_INTEGER_KINDS, "f", _COMPLEX)
_LEAST_INT = -(1 << 63)
_INT_END = 1 << 64


def numpy_equals(
    output: NumpyValue, answer: object, equal: Callable[[object, object], bool]
) -> bool | None:
    """Return whether `output == answer` is true, or None where it compares no items at all.

    Args:
        output: the numpy value.
        answer: what `value_text.parse_value` gives.
        equal: Python's `==`, for arrays of objects.

    Source: https://numpy.org/doc/stable/user/basics.broadcasting.html and
    https://numpy.org/neps/nep-0050-scalar-promotion.html.
    """
    shape = _shape(answer)
    size = None if shape is None else _broadcast_size(output.shape, shape)
    if size == 0:
        return None
    if size != 1:
        return False
    wanted = answer
    while isinstance(wanted, list):
        wanted = cast("list[object]", wanted)[0]
    return _equal_items(output, wanted, listed=isinstance(answer, list), equal=equal)


def _shape(answer: object) -> tuple[int, ...] | None:
    """Return the shape of nested lists as an array, or None where they are ragged."""
    shape: list[int] = []
    level = [answer]
    while level and all(isinstance(item, list) for item in level):
        lists = [item for item in level if is_sequence(item)]
        sizes = {len(item) for item in lists}
        if len(sizes) != 1:
            return None
        shape += sizes
        level = [inner for item in lists for inner in item]
    return None if any(isinstance(item, list) for item in level) else tuple(shape)


def _broadcast_size(left: tuple[int, ...], right: tuple[int, ...]) -> int | None:
    """Return how many items a comparison of two shapes has, or None where they do not fit."""
    length = max(len(left), len(right))
    pairs = zip(
        (1,) * (length - len(left)) + left, (1,) * (length - len(right)) + right, strict=True
    )
    sizes: list[int] = []
    for one, other in pairs:
        if one != other and 1 not in (one, other):
            return None
        sizes.append(other if one == 1 else one)
    return math.prod(sizes)


def _equal_items(
    output: NumpyValue, wanted: object, *, listed: bool, equal: Callable[[object, object], bool]
) -> bool:
    kind, item = output.dtype[0], output.item
    if kind not in _NUMBER_KINDS or not isinstance(wanted, (bool, int, float)):
        return equal(item, wanted)
    if isinstance(wanted, int) and (kind in _INTEGER_KINDS or isinstance(wanted, bool)):
        return item == wanted
    if listed and isinstance(wanted, int) and not _LEAST_INT <= wanted < _INT_END:
        # An array of Python's own integers, which compare exactly.
        return item == wanted
    if kind in _INTEGER_KINDS:
        return isinstance(item, int) and float(item) == wanted
    size = int(output.dtype[1:]) // (2 if kind == _COMPLEX else 1)
    return item == _rounded(wanted, _DOUBLE if listed else size)


def _rounded(number: float, size: int) -> float | None:
    """Return a number as a float of `size` bytes, infinite beyond it; None where it has none."""
    try:
        double = float(number)
    except OverflowError:
        return None
    form = _PACKED.get(size)
    if form is None:
        return double
    try:
        return float(struct.unpack(form, struct.pack(form, double))[0])
    except OverflowError:
        return math.copysign(math.inf, double)
