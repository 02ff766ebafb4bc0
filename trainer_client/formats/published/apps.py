"""APPS (codeparrot/apps): `train.jsonl` and `test.jsonl`.

A row holds `problem_id, question, starter_code, difficulty, url`, and as JSON text `input_output`
and `solutions`. Rows without tests are published too. Many solutions are Python 2 or fail their
tests, so their labels are doubtful until somebody judges them.

Source: the data set's card.
"""

from __future__ import annotations

from trainer_client.formats.records import Row
from trainer_client.formats.rows import RowModel, validated

from .input_output import read_input_output
from .json_text import texts_of
from .platform_name import platform_of
from .problem import AS_PUBLISHED, PublishedProblem


class _Problem(RowModel):
    problem_id: int | str
    question: str = ""
    starter_code: str | None = None
    difficulty: str | None = None
    url: str | None = None
    input_output: object
    solutions: object = None


def parse(row: Row, _: int) -> PublishedProblem:
    """Return the problem of a row.

    Raises:
        WithoutTests: the row publishes none.
        RowError: the row is not usable; the text names the field.
    """
    read = validated(_Problem, row)
    cases = read_input_output(
        read.input_output, "input_output", starter_code=read.starter_code or ""
    )
    return PublishedProblem(
        name=str(read.problem_id),
        source="codeparrot/apps",
        licence="MIT",
        mode=cases.mode,
        fn_name=cases.fn_name,
        tests=cases.tests,
        difficulty=read.difficulty or None,
        platform=platform_of(read.url),
        statement=read.question,
        starter_code=read.starter_code or None,
        programs=texts_of(read.solutions, "solutions"),
        doubtful=AS_PUBLISHED,
    )
