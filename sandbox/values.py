"""Typed values as the host sees them: read from a guest's answer, which is hostile input.

Imports `sandbox.guest.typed` for the tags. Nothing here hashes or compares what a program made, so
a hostile answer costs linear time: sets and dicts stay lists of their items, and a fraction, which
is reduced, has a limit. Types that occur: None, bool, int, float, str, bytes, list, tuple, complex,
`decimal.Decimal`, `fractions.Fraction`, `SetValue`, `DictValue`, `NumpyValue` where the form
`native` was asked for, and at the top `sandbox.model.Unserialisable`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, NoReturn, cast

from sandbox.guest.typed import PAYLOAD, TAG
from sandbox.model import Unserialisable

# What `json.loads` gives; Any, for a node's own nodes are looked at when they are read.
_Node = dict[str, Any] | list[Any] | str | float | None
# Of either part: reducing takes time quadratic in it, and Python writes no more digits than 4300.
MAX_FRACTION_BITS = 1 << 13
_REASON_CHARS = 200
# As numpy has them.
_DTYPE = re.compile(r"[a-zA-Z][0-9]{1,9}")
_MOST_DIMENSIONS = 64
_MOST_SIZE = (1 << 63) - 1
_HEX_INT = re.compile(r"-?0x[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class SetValue:
    """A set that a program returned; `items` in its own order, each once."""

    items: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class DictValue:
    """A dict that a program returned, as (key, value) pairs in its own order."""

    items: tuple[tuple[object, object], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class NumpyValue:
    """A scalar or array of numpy that a program returned, in the form `native`.

    Attributes:
        dtype: numpy's letter for the kind of item and its size in bytes, such as `f4`.
        shape: sizes of the dimensions, () for a scalar.
        item: the item, where there is exactly one.
    """

    dtype: str
    shape: tuple[int, ...]
    item: object = None


class _NoValue(Exception):
    """The text stands for no value; the message says why."""


class _Malformed(_NoValue):
    """The text is not a typed value: the program wrote it by hand, or ours is at fault."""

    def __init__(self) -> None:
        super().__init__("not a typed value")


def read_value(text: bytes) -> object:
    """Return the value of typed JSON text that a guest sent.

    Args:
        text: untrusted bytes.

    Returns:
        The value, or `Unserialisable` with the reason; never raises on any bytes.
    """
    try:
        return _read(json.loads(text))
    except RecursionError:
        return Unserialisable("nested too deeply")
    except ValueError:
        return Unserialisable("not a typed value")
    except _NoValue as error:
        return Unserialisable(str(error))


def _read(node: _Node) -> object:
    if isinstance(node, list):
        return [_read(item) for item in node]
    if not isinstance(node, dict):
        return node
    tag = node.get(TAG)
    reader = _READERS.get(tag) if isinstance(tag, str) else None
    if reader is None or node.keys() != {TAG, PAYLOAD}:
        raise _Malformed
    return reader(node[PAYLOAD])


def _items(payload: _Node) -> tuple[object, ...]:
    if not isinstance(payload, list):
        raise _Malformed
    return tuple(_read(item) for item in payload)


def _pairs(payload: _Node) -> tuple[tuple[object, object], ...]:
    if not isinstance(payload, list):
        raise _Malformed
    pairs: list[tuple[object, object]] = []
    pair: _Node
    for pair in payload:
        if not isinstance(pair, list) or len(pair) != 2:  # noqa: PLR2004 - a pair has two
            raise _Malformed
        pairs.append((_read(pair[0]), _read(pair[1])))
    return tuple(pairs)


def _text(payload: _Node) -> str:
    if not isinstance(payload, str):
        raise _Malformed
    return payload


def _integer(payload: _Node) -> int:
    text = _text(payload)
    if not _HEX_INT.fullmatch(text):
        raise _Malformed
    return int(text, 16)


def _decimal(payload: _Node) -> Decimal:
    try:
        return Decimal(_text(payload))
    except InvalidOperation:
        raise _Malformed from None


def _fraction(payload: _Node) -> Fraction:
    parts = _items(payload)
    if len(parts) != 2:  # noqa: PLR2004 - numerator and denominator
        raise _Malformed
    numerator, denominator = parts
    if type(numerator) is not int or type(denominator) is not int or denominator == 0:
        raise _Malformed
    if max(numerator.bit_length(), denominator.bit_length()) > MAX_FRACTION_BITS:
        raise _NoValue(f"a fraction of more than {MAX_FRACTION_BITS} bits")
    return Fraction(numerator, denominator)


def _complex(payload: _Node) -> complex:
    parts = _items(payload)
    if len(parts) != 2:  # noqa: PLR2004 - real and imaginary part
        raise _Malformed
    real, imaginary = parts
    if not isinstance(real, float) or not isinstance(imaginary, float):
        raise _Malformed
    return complex(real, imaginary)


def _numpy(payload: _Node) -> NumpyValue:
    parts = _items(payload)
    if len(parts) != 3:  # noqa: PLR2004 - type, shape and item
        raise _Malformed
    dtype, shape, item = parts
    if not isinstance(dtype, str) or not _DTYPE.fullmatch(dtype) or not isinstance(shape, list):
        raise _Malformed
    sizes: list[int] = []
    for size in cast("list[object]", shape):
        if type(size) is not int or not 0 <= size <= _MOST_SIZE:
            raise _Malformed
        sizes.append(size)
    if len(sizes) > _MOST_DIMENSIONS:
        raise _Malformed
    return NumpyValue(dtype=dtype, shape=tuple(sizes), item=item)


def _unserialisable(payload: _Node) -> NoReturn:
    reason = _text(payload)[:_REASON_CHARS]
    raise _NoValue(reason.encode(errors="replace").decode())


_READERS: dict[str, Callable[[_Node], object]] = {
    "int": _integer,
    "bytes": lambda payload: bytes.fromhex(_text(payload)),
    "tuple": _items,
    "set": lambda payload: SetValue(_items(payload)),
    "frozenset": lambda payload: SetValue(_items(payload)),
    "dict": lambda payload: DictValue(_pairs(payload)),
    "Decimal": _decimal,
    "Fraction": _fraction,
    "complex": _complex,
    "numpy": _numpy,
    "unserialisable": _unserialisable,
}
