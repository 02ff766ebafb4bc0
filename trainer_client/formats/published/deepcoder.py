"""DeepCoder-Preview (agentica-org/DeepCoder-Preview-Dataset), written as JSON Lines.

A row holds `problem`, `tests` and, by subset, `solutions`, `starter_code` and `metadata`. `tests`
is JSON text of one of these shapes:

- taco: `{inputs, outputs, fn_name?}`;
- primeintellect: a list of `{input, output, type, fn_name?}`, the type `stdin_stdout` or
  `function_call`;
- lcbv5: a list of `{input, output, testtype}`, `stdin` or `functional`, the function's name in the
  `metadata` of the test or of the row, as `func_name`;
- codeforces: a list of `{input, output}`.

A row has no name, so the line's number is its name. Labels of solutions are doubtful until somebody
judges them.

Source: the data set's card; rllm/rewards/code_reward.py of the rLLM repository.
"""

from __future__ import annotations

from typing import Literal, cast

from trainer_client.formats.records import Row, RowError
from trainer_client.formats.rows import RowModel, validated

from .input_output import Cases, cases_of, read_input_output
from .json_text import decoded, list_of, object_of, texts_of
from .problem import AS_PUBLISHED, PublishedProblem, WithoutTests

_CALLS = frozenset({"function_call", "functional"})


class _Problem(RowModel):
    problem: str = ""
    starter_code: str | None = None
    difficulty: str | None = None
    platform: str | None = None
    tests: object
    solutions: object = None
    metadata: object = None


class _Metadata(RowModel):
    func_name: str | None = None


class _Test(RowModel):
    input: object
    output: object
    type: Literal["stdin_stdout", "function_call"] | None = None
    testtype: Literal["stdin", "functional", "stdin_stdout"] | None = None
    fn_name: str | None = None
    metadata: object = None


def parse(row: Row, _: int) -> PublishedProblem:
    """Return the problem of a row.

    Raises:
        WithoutTests: the row publishes none.
        RowError: the row is not usable; the text names the field.
    """
    read = validated(_Problem, row)
    cases = _cases(read)
    return PublishedProblem(
        source="agentica-org/DeepCoder-Preview-Dataset",
        licence="MIT",
        mode=cases.mode,
        fn_name=cases.fn_name,
        tests=cases.tests,
        difficulty=read.difficulty or None,
        platform=read.platform or None,
        statement=read.problem,
        starter_code=read.starter_code or None,
        programs=texts_of(read.solutions, "solutions"),
        doubtful=AS_PUBLISHED,
    )


def _cases(read: _Problem) -> Cases:
    starter_code = read.starter_code or ""
    found = decoded(read.tests, "tests")
    if isinstance(found, dict):
        return read_input_output(cast("object", found), "tests", starter_code=starter_code)
    items = [] if found is None else list_of(found, "tests")
    tests = [object_of(item, _Test, f"tests.{index}") for index, item in enumerate(items)]
    if not tests:
        raise WithoutTests("tests: no test")
    names = {_function(test, read.metadata, f"tests.{index}") for index, test in enumerate(tests)}
    if len(names) > 1:
        listed = ", ".join(sorted(name or "(standard input)" for name in names))
        raise RowError(f"tests: more than one thing to drive in one problem: {listed[:200]}")
    return cases_of(
        [test.input for test in tests],
        [test.output for test in tests],
        fn_name=names.pop(),
        field="tests",
        starter_code=starter_code,
    )


def _function(test: _Test, metadata: object, field: str) -> str | None:
    if not {test.type, test.testtype} & _CALLS:
        return None
    name = (
        test.fn_name or _named(test.metadata, f"{field}.metadata") or _named(metadata, "metadata")
    )
    if not name:
        raise RowError(f"{field}: a function is called, and neither fn_name nor metadata names it")
    return name


def _named(metadata: object, field: str) -> str | None:
    found = decoded(metadata, field)
    return None if found is None else object_of(found, _Metadata, field).func_name
