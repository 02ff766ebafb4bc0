"""Corpus files: one problem a line, with its tests and labelled submissions.

A row holds `problem_id, mode, fn_name, time_limit_s, memory_mb, checker {kind, flags}, tests
[{input, output}], submissions [{id, language, code, label, doubtful}]`; other fields are ignored.
`label` is `accepted`, or why the program must not be accepted (see `LABELS`), or absent. Languages
are passed through as written; a problem whose checker the service does not have is `unsupported`.
"""

from __future__ import annotations

from pydantic import Field

from trainer_client.wire import Mode, Problem

from .records import ACCEPTED, REJECTED, LabelledProblem, LabelledSubmission, Row, RowError
from .rows import RowModel, limits_row, validated

_CHECKERS = frozenset({"default", "float"})
LABELS = (
    "accepted",
    "wrong_answer",
    "time_limit",
    "memory_limit",
    "output_limit",
    "runtime_error",
    "compile_error",
)


class _Test(RowModel):
    input: str
    output: str = ""


class _Checker(RowModel):
    kind: str = "default"
    flags: str | None = None
    note: str | None = None


class _Submission(RowModel):
    id: str
    language: str = "python"
    code: str
    label: str | None = None
    doubtful: str | None = None
    lcb_accepts: bool | None = None


class _Problem(RowModel):
    problem_id: str = Field(min_length=1)
    mode: Mode = Field(strict=False)
    fn_name: str | None = None
    inplace: bool = False
    time_limit_s: float | None = None
    memory_mb: int | None = None
    difficulty: str | None = None
    platform: str | None = None
    checker: _Checker | None = None
    tests: list[_Test]
    submissions: list[_Submission]


def matches(row: Row) -> bool:
    """Return whether the row is one of a corpus file, by its keys alone."""
    return "problem_id" in row and "submissions" in row


def parse(row: Row) -> LabelledProblem:
    """Return the row as a problem with labelled submissions.

    Raises:
        RowError: the row is not usable; the text names the field.
    """
    read = validated(_Problem, row)
    checker, unsupported = _checker(read.checker or _Checker(), read.mode)
    problem = validated(
        Problem,
        {
            "mode": read.mode,
            "tests": [{"input": test.input, "output": test.output} for test in read.tests],
            "fn_name": read.fn_name or None if read.mode is Mode.CALL else None,
            "inplace": read.inplace,
            "limits": limits_row(read.time_limit_s, read.memory_mb),
            "checker": checker,
            "difficulty": read.difficulty,
            "platform": read.platform,
        },
    )
    return LabelledProblem(
        id=read.problem_id,
        problem=problem,
        submissions=tuple(
            _submission(item, f"submissions.{index}") for index, item in enumerate(read.submissions)
        ),
        unsupported=unsupported,
    )


def _checker(read: _Checker, mode: Mode) -> tuple[Row, str | None]:
    if read.kind not in _CHECKERS:
        return {}, f"checker {read.kind!r} is not offered" + (f": {read.note}" if read.note else "")
    if read.flags is None:
        return {"kind": read.kind}, None
    # Flags that are there and empty say what they say in a Kattis package: case is ignored.
    hints = {"ignore_case": True} if mode is Mode.STDIO and not read.flags.strip() else {}
    return {"kind": read.kind, "flags": read.flags, "hints": hints}, None


def _submission(read: _Submission, path: str) -> LabelledSubmission:
    expected = None
    if read.label not in {None, *LABELS}:
        raise RowError(f"{path}.label: {read.label!r:.60} is no label; known: {', '.join(LABELS)}")
    if read.label is not None:
        expected = ACCEPTED if read.label == "accepted" else REJECTED
    return LabelledSubmission(
        id=read.id,
        language=read.language,
        source=read.code,
        label=read.label,
        expected=expected,
        doubtful=read.doubtful or None,
        baseline=read.lcb_accepts,
    )
