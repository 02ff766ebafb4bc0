"""What each reader of a published file yields: one problem, and how it is written as a corpus row.

Imports the wire's modes. The order of a row's fields is fixed, so that equal files give equal rows.
"""

from __future__ import annotations

from dataclasses import dataclass

from trainer_client.formats.records import RowError
from trainer_client.wire import Mode

#: An accepted program whose label nobody here has confirmed; such labels are in no figure.
AS_PUBLISHED = "label as published, not confirmed"


class WithoutTests(RowError):
    """A sound row that publishes no test: nothing can be judged by it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PublishedTest:
    """One test case, as `wire.TestCase` wants it."""

    input: str
    output: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PublishedProblem:
    """One problem of a published file.

    Attributes:
        name: its name in that file; None where the file has none and the line's number serves.
        source: what published it.
        licence: of the data set, as its publisher states it; None where that is not known.
        mode: how tests drive a program.
        tests: at least one.
        fn_name: the function to call or that the test code calls; None for `stdio`.
        time_limit_s: CPU seconds of one test, None where none is published.
        unjudgeable: why comparing outputs with answers cannot judge it; None where it can.
        difficulty: the publisher's own word.
        platform: where the problem was first set, such as `atcoder`.
        statement: the text of the problem.
        starter_code: what a program must begin with or fill in.
        programs: reference solutions in Python, each accepted by its publisher.
        doubtful: why the label of these programs is not to be relied on; None where it is.
    """

    source: str
    mode: Mode
    tests: tuple[PublishedTest, ...]
    name: str | None = None
    licence: str | None = None
    fn_name: str | None = None
    time_limit_s: float | None = None
    unjudgeable: str | None = None
    difficulty: str | None = None
    platform: str | None = None
    statement: str | None = None
    starter_code: str | None = None
    programs: tuple[str, ...] = ()
    doubtful: str | None = None


def corpus_row(
    problem: PublishedProblem, *, problem_id: str, keep_unjudgeable: bool
) -> dict[str, object]:
    """Return the problem as a row of a corpus file (`formats.corpus` reads it).

    Args:
        problem: what was read.
        problem_id: its name in the corpus.
        keep_unjudgeable: write a problem that its publisher lists as a known exception as one
            that can be judged; what is wrong with it stays in the checker's note.
    """
    checker: dict[str, object] = {"kind": "default"}
    if problem.unjudgeable is not None:
        checker = {**checker, "note": problem.unjudgeable}
        if not keep_unjudgeable:
            checker["kind"] = "validator"
    return {
        "problem_id": problem_id,
        "source": problem.source,
        "licence": problem.licence,
        "mode": problem.mode.value,
        "fn_name": problem.fn_name,
        "time_limit_s": problem.time_limit_s,
        "checker": checker,
        "difficulty": problem.difficulty,
        "platform": problem.platform,
        "statement": problem.statement,
        "starter_code": problem.starter_code,
        "tests": [{"input": test.input, "output": test.output} for test in problem.tests],
        "submissions": [
            _submission(number, code, problem.doubtful)
            for number, code in enumerate(problem.programs, start=1)
        ],
    }


def _submission(number: int, code: str, doubtful: str | None) -> dict[str, object]:
    made: dict[str, object] = {
        "id": f"reference-{number}",
        "language": "python",
        "code": code,
        "label": "accepted",
    }
    if doubtful is not None:
        made["doubtful"] = doubtful
    return made
