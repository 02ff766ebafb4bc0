"""Fields that hold JSON as text, as many published files have them; decoded ones pass as they are.

Imports the row types only. Every fault is a `RowError` that names the field.
"""

from __future__ import annotations

import json
import math
from typing import TypeVar, cast

from trainer_client.formats.records import Row, RowError
from trainer_client.formats.rows import RowModel, validated

M = TypeVar("M", bound=RowModel)

_KINDS: tuple[tuple[type, str], ...] = (
    (dict, "an object"),
    (list, "a list"),
    (str, "a text"),
    (bool, "a truth value"),
)


def decoded(value: object, field: str) -> object:
    """Return what a field holds: its text decoded, or itself where it is no text.

    Args:
        value: the field; None or an empty text holds nothing.
        field: its name, for errors.

    Raises:
        RowError: its text is not JSON, nests too deeply, or has a number that no float holds.
    """
    if not isinstance(value, str):
        return value
    if not value.strip():
        return None
    try:
        return json.loads(value, parse_float=_finite)
    except RecursionError as error:
        raise RowError(f"{field}: nested too deeply") from error
    except ValueError as error:
        raise RowError(f"{field}: not JSON: {error}") from error


def object_of(value: object, model: type[M], field: str) -> M:
    """Return a decoded field as `model`.

    Raises:
        RowError: it is no object, or one of its fields is missing or of another type.
    """
    if not isinstance(value, dict):
        raise RowError(f"{field}: an object is needed, not {kind_of(value)}")
    try:
        return validated(model, cast("Row", value))
    except RowError as error:
        raise RowError(f"{field}.{error}") from error


def list_of(value: object, field: str) -> list[object]:
    """Return a decoded field as a list.

    Raises:
        RowError: it is none.
    """
    if not isinstance(value, list):
        raise RowError(f"{field}: a list is needed, not {kind_of(value)}")
    return cast("list[object]", value)


def texts_of(value: object, field: str) -> tuple[str, ...]:
    """Return a field that holds a list of texts, as JSON text or decoded; nothing is an empty one.

    Raises:
        RowError: it is no list, or one of its items is no text.
    """
    found = decoded(value, field)
    items = [] if found is None else list_of(found, field)
    texts = tuple(item for item in items if isinstance(item, str))
    if len(texts) != len(items):
        raise RowError(f"{field}: a list of texts is needed")
    return texts


def kind_of(value: object) -> str:
    """Return what a value is, in JSON's word."""
    for kind, name in _KINDS:
        if isinstance(value, kind):
            return name
    return "null" if value is None else "a number"


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"the number {text[:40]} is too large for a float")
    return number
