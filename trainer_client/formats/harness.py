"""Harness files: one program a line, with its inputs, outputs and true verdict.

A row holds `id, mode, fn_name, code, inputs, outputs, truth, time_limit_s, memory_limit_mb`; other
fields are ignored. `truth` is what plain CPython does, so no names are put into the program's
globals. Programs are Python. For `call`, an input holds one value a line.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from trainer_client.wire import Mode, Problem, Verdict

from .records import ACCEPTED, LabelledProblem, LabelledSubmission, Row, RowError
from .rows import RowModel, limits_row, validated

_EXPECTED: dict[str, frozenset[Verdict]] = {
    "pass": ACCEPTED,
    "fail": frozenset({Verdict.WA}),
    "timeout": frozenset({Verdict.TLE}),
    "memory": frozenset({Verdict.MLE}),
    # A syntax error is a runtime error to a plain interpreter and a compile error here.
    "runtime_error": frozenset({Verdict.RE, Verdict.CE}),
}


class _Program(RowModel):
    id: str = Field(min_length=1)
    mode: Mode = Field(strict=False)
    fn_name: str | None = None
    code: str
    inputs: list[str]
    outputs: list[str]
    truth: Literal["pass", "fail", "timeout", "memory", "runtime_error"]
    time_limit_s: float | None = None
    memory_limit_mb: int | None = None


def matches(row: Row) -> bool:
    """Return whether the row is one of a harness file, by its keys alone."""
    return "truth" in row and "code" in row and "inputs" in row


def parse(row: Row) -> LabelledProblem:
    """Return the row as a problem with one labelled submission.

    Raises:
        RowError: the row is not usable; the text names the field.
    """
    read = validated(_Program, row)
    if len(read.inputs) != len(read.outputs):
        raise RowError(f"outputs: {len(read.outputs)} for {len(read.inputs)} inputs")
    problem = validated(
        Problem,
        {
            "mode": read.mode,
            "tests": [
                {"input": given, "output": answer}
                for given, answer in zip(read.inputs, read.outputs, strict=True)
            ],
            "fn_name": read.fn_name or None if read.mode is Mode.CALL else None,
            "prelude": "none",
            "limits": limits_row(read.time_limit_s, read.memory_limit_mb),
        },
    )
    submission = LabelledSubmission(
        id=read.id,
        language="python",
        source=read.code,
        label=read.truth,
        expected=_EXPECTED[read.truth],
    )
    return LabelledProblem(id=read.id, problem=problem, submissions=(submission,))
