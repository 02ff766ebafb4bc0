"""MBPP (google-research/mbpp): `mbpp.jsonl`, and the sanitised form written as JSON Lines.

A row holds `task_id, code, test_list`, the task as `text` or `prompt`, and what the tests need
first as `test_setup_code` or `test_imports`. Each assert is one test. `challenge_test_list` is left
out: the benchmark does not count it.

Source: the README of the data set.
"""

from __future__ import annotations

from trainer_client.formats.records import Row
from trainer_client.formats.rows import RowModel, validated
from trainer_client.wire import Mode

from .json_text import texts_of
from .problem import PublishedProblem, PublishedTest, WithoutTests


class _Task(RowModel):
    task_id: int | str
    text: str | None = None
    prompt: str | None = None
    code: str
    test_list: object
    test_setup_code: str | None = None
    test_imports: object = None


def parse(row: Row, _: int) -> PublishedProblem:
    """Return the problem of a row.

    Raises:
        WithoutTests: its list of tests is empty.
        RowError: the row is not usable; the text names the field.
    """
    read = validated(_Task, row)
    tests = texts_of(read.test_list, "test_list")
    if not tests:
        raise WithoutTests("test_list: no test")
    first = [*texts_of(read.test_imports, "test_imports"), read.test_setup_code or ""]
    before = "".join(f"{part}\n" for part in first if part.strip())
    return PublishedProblem(
        name=str(read.task_id),
        source="google-research/mbpp",
        licence="CC-BY-4.0",
        mode=Mode.ASSERTS,
        tests=tuple(PublishedTest(input=f"{before}{test}\n") for test in tests),
        statement=read.text or read.prompt,
        programs=(read.code,),
    )
