"""Comparison cases: an output, an answer, and what a fair judge says of them.

A row holds `id, mode, expected, actual, truth, kind, hints, default`; other fields are ignored.
`mode` is `stdio` (both are texts) or `call` (`expected` is a JSON value or Python literal, `actual`
a Python expression that is evaluated in a sandbox only). `truth` is `accept`, `reject`, or `policy`
where reasonable judges differ: then `default` is what the default policy answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from service.checkers.value_text import NotAValue, parse_value
from trainer_client.formats import FormatError
from trainer_client.formats.json_row import decode_row
from trainer_client.formats.records import Row, RowError
from trainer_client.formats.rows import RowModel, validated
from trainer_client.wire import Hints

NO_KIND = "(no kind)"


@dataclass(frozen=True, kw_only=True, slots=True)
class ComparisonCase:
    """One case.

    Attributes:
        id: its name, unique in the file.
        line: where it stands, 1-based.
        is_call: whether `actual` is an expression, and not text.
        expected: the answer.
        actual: the output.
        hints: what is known of the problem.
        kind: what the case is an example of.
        decided: whether it must be accepted; None where reasonable judges differ.
        by_default: what the default policy says where it is not decided, if that is known.
    """

    id: str
    line: int
    is_call: bool
    expected: str
    actual: str
    hints: Hints
    kind: str
    decided: bool | None
    by_default: bool | None


class _Row(RowModel):
    id: str = Field(min_length=1)
    mode: Literal["stdio", "call"]
    expected: str
    actual: str
    truth: Literal["accept", "reject", "policy"] | None = None
    default: Literal["accept", "reject"] | None = None
    kind: str = NO_KIND
    hints: dict[str, object] | None = None


def read_cases(path: Path) -> list[ComparisonCase]:
    """Return the cases of a file, in its order.

    Raises:
        FormatError: the file cannot be read or is empty, or a row is not usable (its line named).
    """
    try:
        with path.open("rb") as lines:
            found = list(_cases(lines, name=str(path)))
    except OSError as error:
        raise FormatError(str(path), None, error.strerror or str(error)) from error
    if not found:
        raise FormatError(str(path), None, "no row in the file")
    return found


def _cases(lines: Iterator[bytes], *, name: str) -> Iterator[ComparisonCase]:
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            case = _case(decode_row(line), number)
        except RowError as error:
            raise FormatError(name, number, str(error)) from error
        if case.id in seen:
            earlier = f"id: {case.id[:80]!r} stands in line {seen[case.id]} too"
            raise FormatError(name, number, earlier)
        seen[case.id] = number
        yield case


def _case(row: Row, number: int) -> ComparisonCase:
    read = validated(_Row, row)
    is_call = read.mode == "call"
    hints = _hints(read.hints or {})
    if is_call:
        _check_value("expected", read.expected)
        for index, text in enumerate(hints.alternatives):
            _check_value(f"hints.alternatives.{index}", text)
    return ComparisonCase(
        id=read.id,
        line=number,
        is_call=is_call,
        expected=read.expected,
        actual=read.actual,
        hints=hints,
        kind=read.kind,
        decided=None if read.truth in {None, "policy"} else read.truth == "accept",
        by_default=None if read.default is None else read.default == "accept",
    )


def _hints(given: dict[str, object]) -> Hints:
    # A case shows the compared value itself, so where it came from changes nothing.
    known = {name: value for name, value in given.items() if name != "inplace"}
    try:
        return validated(Hints, known)
    except RowError as error:
        raise RowError(f"hints.{error}") from error


def _check_value(field: str, text: str) -> None:
    try:
        parse_value(text)
    except NotAValue as error:
        raise RowError(f"{field}: not a JSON value or Python literal: {error}") from error
