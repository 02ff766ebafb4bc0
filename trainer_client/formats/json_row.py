"""Turns one line of a JSON Lines file into a row, and refuses what no row can be.

Imports the row types only. Total: whatever the bytes are, the answer is a row or a `RowError`.
"""

from __future__ import annotations

import json
from typing import cast

from .records import Row, RowError

_SURROGATE = rb"\ud"


def decode_row(line: bytes) -> Row:
    """Return the JSON object that a line holds.

    Args:
        line: one line, with or without its end.

    Raises:
        RowError: it is not UTF-8, not JSON, not an object, or holds half of a surrogate pair.
    """
    try:
        value: object = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise RowError(f"not UTF-8 at byte {error.start}") from error
    except RecursionError as error:
        raise RowError("not JSON that can be read: nested too deeply") from error
    except ValueError as error:
        raise RowError(f"not JSON: {error}") from error
    if not isinstance(value, dict):
        raise RowError(f"a row must be a JSON object, not {type(value).__name__}")
    row = cast("Row", value)
    if _SURROGATE in line.lower():
        _refuse_lone_surrogates(row)
    return row


def _refuse_lone_surrogates(row: Row) -> None:
    r"""A pair such as `\ud83d\ude00` is one character; half of one is none."""
    try:
        json.dumps(row, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise RowError("a lone surrogate: no text that UTF-8 can hold") from error
