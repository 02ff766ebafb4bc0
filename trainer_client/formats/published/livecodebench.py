"""LiveCodeBench's releases (`test*.jsonl` of livecodebench/code_generation_lite).

A row holds `question_title, question_content, platform, question_id, starter_code, difficulty`, and
as JSON text `public_test_cases`, `private_test_cases` (a list of `{input, output, testtype}`, the
private ones plain or packed) and `metadata` (with `func_name` for tests that call a function).

Source: lcb_runner/benchmarks/code_generation.py of the LiveCodeBench repository.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from trainer_client.formats.records import Row, RowError
from trainer_client.formats.rows import RowModel, validated
from trainer_client.wire import Mode

from .errata import erratum
from .json_text import decoded, list_of, object_of
from .packed_tests import unpacked
from .problem import PublishedProblem, PublishedTest, WithoutTests

#: LiveCodeBench gives every test six seconds.
TIME_LIMIT_S = 6.0
_MODES = {"stdin": Mode.STDIO, "functional": Mode.CALL}


class _Question(RowModel):
    question_id: str = Field(min_length=1)
    question_title: str = ""
    question_content: str = ""
    platform: str = Field(min_length=1)
    difficulty: str | None = None
    starter_code: str = ""
    public_test_cases: object
    private_test_cases: object
    metadata: object = None


class _Metadata(RowModel):
    func_name: str | None = None


class _Case(RowModel):
    input: str
    output: str
    testtype: Literal["stdin", "functional"]


def parse(row: Row, most_bytes: int) -> PublishedProblem:
    """Return the problem of a row, its public tests first.

    Args:
        row: one row of a release.
        most_bytes: most bytes that the packed tests may unpack to, > 0.

    Raises:
        RowError: the row is not usable; the text names the field.
    """
    read = validated(_Question, row)
    cases = [
        *_cases(read.public_test_cases, "public_test_cases", most_bytes),
        *_cases(read.private_test_cases, "private_test_cases", most_bytes),
    ]
    kinds = sorted({case.testtype for case in cases})
    if not kinds:
        raise WithoutTests("no test in public_test_cases or private_test_cases")
    if len(kinds) > 1:
        raise RowError(f"testtype: both {kinds[0]} and {kinds[1]} in one problem")
    mode = _MODES[kinds[0]]
    return PublishedProblem(
        name=f"{read.platform}:{read.question_id}",
        source="livecodebench/code_generation_lite",
        mode=mode,
        fn_name=_function(read.metadata) if mode is Mode.CALL else None,
        time_limit_s=TIME_LIMIT_S,
        unjudgeable=erratum(read.question_id, read.question_title),
        difficulty=read.difficulty or None,
        platform=read.platform,
        statement=read.question_content,
        starter_code=read.starter_code or None,
        tests=tuple(PublishedTest(input=case.input, output=case.output) for case in cases),
    )


def _cases(value: object, field: str, most_bytes: int) -> list[_Case]:
    if isinstance(value, str) and value.strip() and not value.lstrip().startswith("["):
        try:
            value = unpacked(value, most_bytes=most_bytes)
        except RowError as error:
            raise RowError(f"{field}: {error}") from error
    found = decoded(value, field)
    items = [] if found is None else list_of(found, field)
    return [object_of(item, _Case, f"{field}.{index}") for index, item in enumerate(items)]


def _function(metadata: object) -> str:
    found = decoded(metadata, "metadata")
    name = object_of({} if found is None else found, _Metadata, "metadata").func_name
    if not name:
        raise RowError("metadata.func_name: needed where tests call a function")
    return name
