"""HumanEval+ and MBPP+ (EvalPlus), in the forms that publish test code with its answers.

These are HumanEvalPlus-OriginFmt and evalplus/humanevalplus (`prompt, entry_point,
canonical_solution, test` with `check`) and evalplus/mbppplus (`prompt, code, test_imports, test`).
The form that publishes `base_input` and `plus_input` alone has no answers: they are what the
reference solution returns, and nothing is run here, so its rows are refused.

Source: tools/humaneval/to_original_fmt.py of the EvalPlus repository; the data sets' cards.
"""

from __future__ import annotations

import re

from trainer_client.formats.records import Row, RowError
from trainer_client.formats.rows import RowModel, validated
from trainer_client.wire import Mode

from .humaneval import called
from .json_text import texts_of
from .problem import PublishedProblem, PublishedTest

_CHECK = re.compile(r"^def check\(", re.MULTILINE)


class _Task(RowModel):
    task_id: int | str
    prompt: str = ""
    entry_point: str | None = None
    canonical_solution: str | None = None
    code: str | None = None
    test: str | None = None
    test_imports: object = None


def parse(row: Row, _: int) -> PublishedProblem:
    """Return the problem of a row.

    Raises:
        RowError: the row publishes inputs without answers, or is not usable.
    """
    read = validated(_Task, row)
    if not read.test:
        raise RowError(
            "test: missing; a file of base_input and plus_input has no answers without running "
            "the reference solution: convert HumanEvalPlus-OriginFmt, or evalplus/humanevalplus "
            "or evalplus/mbppplus"
        )
    if _CHECK.search(read.test):
        if read.entry_point is None:
            raise RowError("entry_point: needed where test defines check")
        test = called(read.test, read.entry_point)
    else:
        test = read.test
    imports = texts_of(read.test_imports, "test_imports")
    before = "".join(f"{line}\n" for line in imports)
    return PublishedProblem(
        name=str(read.task_id),
        source="EvalPlus",
        licence="Apache-2.0",
        mode=Mode.ASSERTS,
        fn_name=read.entry_point,
        tests=(PublishedTest(input=before + test),),
        statement=read.prompt,
        programs=_programs(read),
    )


def _programs(read: _Task) -> tuple[str, ...]:
    if read.code is not None:
        return (read.code,)
    if read.canonical_solution is not None:
        return (read.prompt + read.canonical_solution,)
    return ()
