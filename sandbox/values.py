"""Typed values as the host sees them: read from a guest's answer, which is hostile input.

Imports `sandbox.guest.typed` for the tags. Nothing here hashes or compares what a program made, so
a hostile answer costs linear time: sets and dicts stay lists of their items, and a fraction, which
is reduced, has a limit. Types that occur: None, bool, int, float, str, bytes, list, tuple, complex,
`decimal.Decimal`, `fractions.Fraction`, `SetValue`, `DictValue`, and at the top
`sandbox.model.Unserialisable`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, NoReturn

from sandbox.guest.typed import PAYLOAD, TAG
from sandbox.model import Unserialisable

# What `json.loads` gives; Any, for a node's own nodes are looked at when they are read.
_Node = dict[str, Any] | list[Any] | str | float | None
# Of either part: reducing takes time quadratic in it, and Python writes no more digits than 4300.
MAX_FRACTION_BITS = 1 << 13
_REASON_CHARS = 200
_HEX_INT = re.compile(r"-?0x[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class SetValue:
    """A set that a program returned; `items` in its own order, each once."""

    items: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class DictValue:
    """A dict that a program returned, as (key, value) pairs in its own order."""

    items: tuple[tuple[object, object], ...]


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
    "unserialisable": _unserialisable,
}
