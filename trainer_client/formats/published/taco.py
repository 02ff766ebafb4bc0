"""TACO (BAAI/TACO), written as JSON Lines.

A row holds `question, starter_code, difficulty, source, url, time_limit`, and as JSON text
`input_output` and `solutions`. It has no name, so the line's number is its name. Labels of
solutions are doubtful until somebody judges them. Memory limits are left out: they were set for
compiled languages.

Source: the data set's card.
"""

from __future__ import annotations

import re

from trainer_client.formats.records import Row
from trainer_client.formats.rows import RowModel, validated

from .input_output import read_input_output
from .json_text import texts_of
from .platform_name import platform_of
from .problem import AS_PUBLISHED, PublishedProblem

_SECONDS = re.compile(r"\s*([0-9]{1,4}(?:\.[0-9]{1,6})?)\s*(?:s|sec|secs|second|seconds)\.?\s*")


class _Problem(RowModel):
    question: str = ""
    starter_code: str | None = None
    difficulty: str | None = None
    source: str | None = None
    url: str | None = None
    time_limit: object = None
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
        source="BAAI/TACO",
        mode=cases.mode,
        fn_name=cases.fn_name,
        time_limit_s=_seconds(read.time_limit),
        tests=cases.tests,
        difficulty=read.difficulty or None,
        platform=read.source or platform_of(read.url),
        statement=read.question,
        starter_code=read.starter_code or None,
        programs=texts_of(read.solutions, "solutions"),
        doubtful=AS_PUBLISHED,
    )


def _seconds(text: object) -> float | None:
    """Return the seconds of a text such as `2.0 seconds`; what says no such thing is no limit."""
    found = _SECONDS.fullmatch(text) if isinstance(text, str) else None
    return float(found[1]) or None if found else None
