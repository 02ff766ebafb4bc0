"""Texts that hold one value, as JSON or as a Python literal, read without running anything.

Imports the values of `sandbox.values`. Total and linear: nesting, digits and grammar are bounded,
and what breaks a bound is `NotAValue`. Dicts and sets are read as lists of their items and never
hashed, so a hostile text costs no more than its length.
"""

from __future__ import annotations

import json
import math
import re
from decimal import Decimal

from sandbox.values import DictValue, SetValue
from service.checkers.long_integer import SHORT_DIGITS, long_integer
from service.checkers.string_literal import read_string

MAX_DEPTH = 100
MAX_INT_DIGITS = 100_000

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<mark>[\[\](){},:])
      | (?P<string>[bBrRuU]{0,2}(?:
            \"\"\"[^"\\]*(?:(?:\\.|\"(?!\"\"))[^"\\]*)*\"\"\"
          | '''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''
          | "[^"\\\n]*(?:\\.[^"\\\n]*)*"
          | '[^'\\\n]*(?:\\.[^'\\\n]*)*'))
      | (?P<number>[+-]?(?:inf|nan|Infinity|NaN)\b
          | [+-]?[0-9.][0-9A-Za-z_.]*(?:(?<=[eE])[+-][0-9]+)?)
      | (?P<name>[A-Za-z]+)
    )""",
    re.VERBOSE | re.DOTALL,
)
_PLAIN_INT = re.compile(r"[+-]?(?:0+|[1-9][0-9]*)")
_OTHER_INT = re.compile(
    r"[+-]?(?:0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|[1-9](?:_?[0-9])*)"
)
_NOT_FINITE = re.compile(r"[+-]?(?:inf|nan|Infinity|NaN)")
_PLAIN_FLOAT = re.compile(r"[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][+-]?[0-9]+)?")
_NAMES: dict[str, object] = {
    "None": None,
    "null": None,
    "True": True,
    "true": True,
    "False": False,
    "false": False,
}


class NotAValue(ValueError):
    """The text is not one JSON value or Python literal; the message says why, briefly."""


def parse_value(text: str) -> object:
    """Return the one value that a text holds.

    Args:
        text: a JSON value or a Python literal, white space around it allowed.

    Returns:
        None, bool, int, float, str, bytes, list, tuple, `SetValue`, `DictValue`, or `Decimal` for
        a number that is too large for a float.

    Raises:
        NotAValue: it is neither, nests deeper than 100, or has an integer of over 100,000 digits.
    """
    try:
        value: object = json.loads(
            text,
            parse_int=_read_int,
            parse_float=_read_float,
            object_pairs_hook=lambda pairs: DictValue(tuple(pairs)),
        )
    except NotAValue:
        raise
    except (ValueError, RecursionError):
        return _Reader(text).read()
    _check_depth(value)
    return value


def _read_int(text: str) -> int:
    if len(text) <= SHORT_DIGITS:
        return int(text)
    if len(text) > MAX_INT_DIGITS:
        raise NotAValue(f"an integer of {len(text)} > {MAX_INT_DIGITS} digits")
    value = long_integer(text.lstrip("+-"))
    return -value if text.startswith("-") else value


def _read_float(text: str) -> float | Decimal:
    value = float(text)
    return Decimal(text) if math.isinf(value) else value


def _check_depth(value: object) -> None:
    level: list[object] = [value]
    for _ in range(MAX_DEPTH + 1):
        inner: list[object] = []
        for item in level:
            if isinstance(item, list):
                inner.extend(item)  # pyright: ignore[reportUnknownArgumentType] - any items
            elif isinstance(item, DictValue):
                inner.extend(held for _, held in item.items)
        if not inner:
            return
        level = inner
    raise NotAValue(f"nested deeper than {MAX_DEPTH}")


class _Reader:
    """Reads one Python literal by recursive descent, one token ahead."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._end = 0
        self._kind = ""
        self._token = ""

    def read(self) -> object:
        self._advance()
        value = self._value(0)
        if self._kind:
            raise self._error("more than one value")
        return value

    def _error(self, reason: str) -> NotAValue:
        return NotAValue(f"{reason} at character {self._end - len(self._token)}")

    def _advance(self) -> None:
        match = _TOKEN.match(self._text, self._end)
        if match is not None:
            self._end = match.end()
            self._kind = match.lastgroup or ""
            self._token = match[self._kind]
            return
        if self._text[self._end :].strip():
            self._kind = self._token = ""
            raise self._error("not a literal")
        self._kind = self._token = ""

    def _take_mark(self, mark: str) -> bool:
        if self._kind == "mark" and self._token == mark:
            self._advance()
            return True
        return False

    def _value(self, depth: int) -> object:
        if depth > MAX_DEPTH:
            raise self._error(f"nested deeper than {MAX_DEPTH}")
        kind, token = self._kind, self._token
        if kind == "mark":
            return self._container(depth)
        if kind == "string":
            return self._string()
        if kind == "number":
            self._advance()
            return self._number(token)
        if kind == "name":
            return self._named(depth)
        raise self._error("a value is missing")

    def _container(self, depth: int) -> object:
        if self._take_mark("["):
            return self._items("]", depth)[0]
        if self._take_mark("("):
            items, comma = self._items(")", depth)
            return items[0] if len(items) == 1 and not comma else tuple(items)
        if self._take_mark("{"):
            return self._braces(depth)
        raise self._error("a value is missing")

    def _items(self, close: str, depth: int) -> tuple[list[object], bool]:
        items: list[object] = []
        comma = False
        while not self._take_mark(close):
            if items and not comma:
                raise self._error("a comma is missing")
            items.append(self._value(depth + 1))
            comma = self._take_mark(",")
        return items, comma

    def _braces(self, depth: int) -> object:
        if self._take_mark("}"):
            return DictValue(())
        first = self._value(depth + 1)
        if not self._take_mark(":"):
            return self._set(first, depth)
        pairs = [(first, self._value(depth + 1))]
        while not self._take_mark("}"):
            if not self._take_mark(","):
                raise self._error("a comma is missing")
            if self._take_mark("}"):
                break
            key = self._value(depth + 1)
            if not self._take_mark(":"):
                raise self._error("a colon is missing")
            pairs.append((key, self._value(depth + 1)))
        return DictValue(tuple(pairs))

    def _set(self, first: object, depth: int) -> SetValue:
        items = [first]
        while not self._take_mark("}"):
            if not self._take_mark(","):
                raise self._error("a comma is missing")
            if self._take_mark("}"):
                break
            items.append(self._value(depth + 1))
        return SetValue(tuple(items))

    def _string(self) -> str | bytes:
        parts: list[str | bytes] = []
        while self._kind == "string":
            parts.append(self._one_string(self._token))
            self._advance()
        if all(isinstance(part, str) for part in parts):
            return "".join(str(part) for part in parts)
        if all(isinstance(part, bytes) for part in parts):
            return b"".join(part for part in parts if isinstance(part, bytes))
        raise self._error("bytes beside text")

    def _one_string(self, token: str) -> str | bytes:
        try:
            return read_string(token)
        except ValueError as error:
            raise self._error(str(error)) from None

    def _number(self, token: str) -> object:
        if _PLAIN_INT.fullmatch(token):
            return _read_int(token)
        if _PLAIN_FLOAT.fullmatch(token):
            return _read_float(token)
        if _NOT_FINITE.fullmatch(token):
            return float(token)
        if _OTHER_INT.fullmatch(token) and len(token) <= SHORT_DIGITS:
            return int(token, 0)
        raise self._error("not a number")

    def _named(self, depth: int) -> object:
        name = self._token
        self._advance()
        if name in _NAMES:
            return _NAMES[name]
        if name in {"set", "frozenset"} and self._take_mark("("):
            if self._take_mark(")"):
                return SetValue(())
            inner = self._value(depth + 1)
            if name == "frozenset" and isinstance(inner, SetValue) and self._take_mark(")"):
                return inner
        raise self._error(f"{name[:40]!r} is not a literal")
