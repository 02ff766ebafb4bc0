"""Both texts of a comparison as `str`, for the methods that follow judges which work on `str`.

Standard library only. Reading is total, and the same for both sides: bytes that are no UTF-8 keep a
character of their own, so different bytes stay different texts.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

_WORD = re.compile(r"\S+")


def decoded(output: bytes, answer: bytes) -> tuple[str, str]:
    """Return both texts as `str`, a lone surrogate as itself where both can be read so."""
    for errors in ("strict", "surrogatepass"):
        try:
            return output.decode("utf-8", errors), answer.decode("utf-8", errors)
        except UnicodeDecodeError:
            continue
    return output.decode("utf-8", "surrogateescape"), answer.decode("utf-8", "surrogateescape")


def stripped_lines(text: str) -> Iterator[str]:
    """Return the lines of a text, ended by LF alone, each without Unicode white space around it."""
    return map(str.strip, io.StringIO(text, newline="\n")) if text else iter([""])


def words_of(line: str) -> Iterator[str]:
    """Return what `line.split()` holds, one at a time: a long line costs no list."""
    return (match[0] for match in _WORD.finditer(line))
