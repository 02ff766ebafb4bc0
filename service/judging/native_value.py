"""Values of a problem's own texts as native Python values, for use as arguments.

Imports the values of `sandbox.values`. For trusted texts only: dicts and sets are hashed here.
"""

from __future__ import annotations

from decimal import Decimal

from sandbox.values import DictValue, SetValue
from service.checkers.value_order import is_sequence


class NotNative(ValueError):
    """A value that Python itself cannot hold, such as a set of lists; the message says which."""


def native_value(value: object) -> object:
    """Return a value of `value_text.parse_value` with dict and set in place of their stand-ins.

    Raises:
        NotNative: a dict key or a set's item cannot be hashed.
    """
    try:
        return _native(value)
    except TypeError as error:
        raise NotNative(str(error)) from None


def _native(value: object) -> object:
    if isinstance(value, Decimal):
        return float(value)
    if is_sequence(value):
        items = [_native(item) for item in value]
        return tuple(items) if isinstance(value, tuple) else items
    if isinstance(value, SetValue):
        return {_native(item) for item in value.items}
    if isinstance(value, DictValue):
        return {_native(key): _native(held) for key, held in value.items}
    return value
