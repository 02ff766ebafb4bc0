"""HumanEval (openai/human-eval): `HumanEval.jsonl.gz`.

A row holds `task_id, prompt, entry_point, canonical_solution, test`, where `test` defines `check`.

Source: human_eval/execution.py of the human-eval repository.
"""

from __future__ import annotations

from pydantic import Field

from trainer_client.formats.records import Row, RowError
from trainer_client.formats.rows import RowModel, validated
from trainer_client.wire import Mode

from .problem import PublishedProblem, PublishedTest


class _Task(RowModel):
    task_id: str = Field(min_length=1)
    prompt: str
    entry_point: str
    canonical_solution: str
    test: str


def parse(row: Row, _: int) -> PublishedProblem:
    """Return the problem of a row; its one test is the test code and the call of `check`.

    Raises:
        RowError: the row is not usable; the text names the field.
    """
    read = validated(_Task, row)
    return PublishedProblem(
        name=read.task_id,
        source="openai/human-eval",
        licence="MIT",
        mode=Mode.ASSERTS,
        fn_name=read.entry_point,
        tests=(PublishedTest(input=called(read.test, read.entry_point)),),
        statement=read.prompt,
        starter_code=read.prompt,
        programs=(read.prompt + read.canonical_solution,),
    )


def called(test: str, entry_point: str) -> str:
    """Return test code that defines `check`, followed by its call.

    Raises:
        RowError: the entry point is no name.
    """
    if not entry_point.isidentifier():
        raise RowError(f"entry_point: {entry_point[:40]!r} is no name")
    return f"{test}\ncheck({entry_point})\n"
