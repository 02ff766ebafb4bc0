"""Opens a corpus file, tells its format from its first row, and streams its problems.

To add a format: one module with `matches` and `parse` (see `records`), one entry in `FORMATS`.
Every error names file and line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from trainer_client.errors import FormatError

from . import corpus, harness
from .json_row import decode_row
from .records import LabelledProblem, Row, RowError


@dataclass(frozen=True, kw_only=True, slots=True)
class Format:
    """One known format: how to tell its rows, and how to read one."""

    name: str
    matches: Callable[[Row], bool]
    parse: Callable[[Row], LabelledProblem]


FORMATS = (
    Format(name="corpus", matches=corpus.matches, parse=corpus.parse),
    Format(name="harness", matches=harness.matches, parse=harness.parse),
)


def read(path: Path) -> Iterator[LabelledProblem]:
    """Yield the problems of a JSON Lines file, in the file's order.

    Raises:
        FormatError: the file cannot be opened, is empty, or holds a row that is not usable.
    """
    try:
        with path.open("rb") as lines:
            yield from parse_lines(lines, name=str(path))
    except OSError as error:
        raise FormatError(str(path), None, error.strerror or str(error)) from error


def parse_lines(lines: Iterable[bytes], *, name: str) -> Iterator[LabelledProblem]:
    """Yield the problems of a file given line by line; blank lines are passed over.

    Args:
        lines: the file's lines.
        name: what errors call the file.

    Raises:
        FormatError: no row, a row that is not usable, or one of another format than the first.
    """
    chosen: Format | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = decode_row(line)
            chosen = chosen or _sniff(row)
            problem = chosen.parse(row)
        except RowError as error:
            raise FormatError(name, number, str(error)) from error
        yield problem
    if chosen is None:
        raise FormatError(name, None, "no row in the file")


def _sniff(row: Row) -> Format:
    for known in FORMATS:
        if known.matches(row):
            return known
    names = " or ".join(known.name for known in FORMATS)
    keys = ", ".join(list(row)[:8]) or "none"
    raise RowError(f"not a row of a known format ({names}); its keys: {keys}")
