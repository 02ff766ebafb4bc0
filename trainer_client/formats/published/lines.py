"""The lines of a published file, plain or gzip, one at a time and none longer than a limit.

Imports the errors only. Memory is bounded by the limit, whatever the file holds.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from trainer_client.errors import FormatError

_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_CHUNK = 1 << 20
_OTHER = {b"PAR1": "a Parquet file", b"PK\x03\x04": "a zip archive", b"ARROW1": "an Arrow file"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One line that is not blank; `data` is None where it is longer than the limit."""

    number: int
    data: bytes | None


def lines_of(path: Path, *, most_bytes: int) -> Iterator[Line]:
    """Yield the lines of a file that are not blank, numbered from 1.

    Args:
        path: the file; gzip is told by its first bytes.
        most_bytes: longest line, in bytes, > 0; the rest of a longer one is passed over.

    Raises:
        FormatError: the file cannot be opened or read to its end, or is known not to be JSON Lines.
    """
    name = str(path)
    number = 0
    try:
        with path.open("rb") as raw:
            start = raw.peek(len(_GZIP))
            packed = start.startswith(_GZIP)
            for mark, kind in _OTHER.items():
                if start.startswith(mark):
                    raise FormatError(name, None, f"{kind}; write it as JSON Lines first")
            opened = cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if packed else raw
            while line := opened.readline(most_bytes + 1):
                number += 1
                if number == 1:
                    line = line.removeprefix(_BOM)
                    if line.lstrip().startswith(b"["):
                        raise FormatError(
                            name, 1, "a JSON array; one row a line is needed (jq -c '.[]')"
                        )
                if len(line) > most_bytes and not line.endswith(b"\n"):
                    _pass_over(opened)
                    yield Line(number=number, data=None)
                elif line.strip():
                    yield Line(number=number, data=line)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise FormatError(name, number + 1, f"the gzip stream is broken: {error}") from error
    except OSError as error:
        raise FormatError(name, None, error.strerror or str(error)) from error


def _pass_over(opened: BinaryIO) -> None:
    while (rest := opened.readline(_CHUNK)) and not rest.endswith(b"\n"):
        pass
