"""Turns the rows of a published file into lines of a corpus file, one outcome a row.

Every line that is given back was read again by `formats.corpus`, so whatever reads corpora reads
it. A row's fault is a value, a file's fault an exception; memory is bounded by one row.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from trainer_client.errors import FormatError
from trainer_client.formats import corpus
from trainer_client.formats.json_row import decode_row
from trainer_client.formats.records import LabelledProblem, RowError

from . import Parse
from .lines import Line, lines_of
from .problem import WithoutTests, corpus_row


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    """How a file is converted.

    Attributes:
        parse: reads one row of the file's format.
        prefix: what the names of its problems begin with, before a colon.
        keep_unjudgeable: write known exceptions as problems that can be judged.
        most_bytes: longest row, and most bytes that its packed tests may unpack to, > 0.
    """

    parse: Parse
    prefix: str
    keep_unjudgeable: bool = False
    most_bytes: int = 2**30


@dataclass(frozen=True, kw_only=True, slots=True)
class Converted:
    """A row that became a problem.

    Attributes:
        number: its line in the published file.
        line: its line of the corpus, with the line's end.
        problem: what a reader of the corpus makes of it.
        unjudgeable: why it is written as a problem that no comparison judges; None where one does.
    """

    number: int
    line: bytes
    problem: LabelledProblem
    unjudgeable: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """A row that is not usable, and why."""

    number: int
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Untested:
    """A sound row without tests."""

    number: int


Outcome = Converted | Refused | Untested


def convert(path: Path, options: Options) -> Iterator[Outcome]:
    """Yield what became of each row of a file, in the file's order.

    Args:
        path: a published file, JSON Lines, plain or gzip.
        options: how to read it.

    Raises:
        FormatError: the file cannot be read, or has no row.
    """
    seen: dict[str, int] = {}
    number = 0
    for line in lines_of(path, most_bytes=options.most_bytes):
        number = line.number
        yield _outcome(line, options, seen)
    if not number:
        raise FormatError(str(path), None, "no row in the file")


def _outcome(line: Line, options: Options, seen: dict[str, int]) -> Outcome:
    try:
        return _converted(line, options, seen)
    except WithoutTests:
        return Untested(number=line.number)
    except RowError as error:
        return Refused(number=line.number, why=str(error))
    except RecursionError:
        return Refused(number=line.number, why="nested too deeply")


def _converted(line: Line, options: Options, seen: dict[str, int]) -> Converted:
    if line.data is None:
        raise RowError(f"longer than {options.most_bytes} bytes")
    found = options.parse(decode_row(line.data), options.most_bytes)
    name = str(line.number) if found.name is None else found.name
    problem_id = f"{options.prefix}:{name}"
    row = corpus_row(found, problem_id=problem_id, keep_unjudgeable=options.keep_unjudgeable)
    try:
        written = json.dumps(row, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise RowError("a lone surrogate: no text that UTF-8 can hold") from error
    problem = corpus.parse(row)
    if problem_id in seen:
        raise RowError(f"{problem_id[:100]!r} is the name of line {seen[problem_id]} already")
    seen[problem_id] = line.number
    return Converted(
        number=line.number,
        line=written + b"\n",
        problem=problem,
        unjudgeable=None if options.keep_unjudgeable else found.unjudgeable,
    )
