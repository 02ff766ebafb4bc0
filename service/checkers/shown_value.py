"""A value in a few characters, for the reason of a refusal.

Imports the values of `sandbox.values`. Total; the cost is that of the characters shown, but for a
number of many digits.
"""

from __future__ import annotations

from collections.abc import Mapping

from sandbox.values import DictValue, SetValue
from service.checkers.numeric_value import NUMBERS
from service.checkers.result import cut_text

_PLAIN_BITS = 2048


def show_value(value: object) -> str:
    """Return a short form of a value, whatever its size."""
    if isinstance(value, str):
        return cut_text(value)
    if isinstance(value, int) and value.bit_length() > _PLAIN_BITS:
        return f"an integer of {value.bit_length()} bits"
    if value is None or isinstance(value, NUMBERS):
        return cut_text(repr(value)).strip("'")
    sizes: Mapping[type, str] = {
        list: "a list",
        tuple: "a tuple",
        SetValue: "a set",
        DictValue: "a dict",
        bytes: "bytes",
    }
    return sizes.get(type(value), f"a {type(value).__name__}")
