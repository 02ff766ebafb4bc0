"""Turns a submission into a question for LiveCodeBench's judge, and its answer into an opinion.

Imports the wire types and the records. Pure. The codes are those of LiveCodeBench's
`testing_util.py`: -1 no result within the time for all tests, -2 wrong answer, -3 time limit,
-4 runtime error; `compute_code_generation_metrics.py` adds -5 for an exception of its own.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from pydantic import BaseModel

from service.accuracy.baseline import Asked
from service.accuracy.records import Opinion
from trainer_client.wire import Mode, Problem

_PYTHON = frozenset({"python", "python3", "py", "py3"})
_WORDS = {
    -1: "no result",
    -2: "wrong answer",
    -3: "time limit",
    -4: "runtime error",
    -5: "no result",
}
_TEST_RUNNER_ERROR = -5
# What its judge raises where the program's process ended without handing in a result.
_NO_RESULT = "IndexError"
_MOST_CHARACTERS = 300


class Metadata(BaseModel):
    """What LiveCodeBench says of the test that failed."""

    error_code: int | None = None
    error_message: str = ""
    error: str = ""


class Answer(BaseModel):
    """What `child` answers."""

    accepts: bool
    results: list[int]
    metadata: Metadata


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """One submission, ready to be sent.

    Attributes:
        line: what `child` reads, with its line end.
        patience_s: LiveCodeBench's own limit for all tests of it together.
    """

    line: bytes
    patience_s: float


def why_not(asked: Asked) -> str:
    """Return why LiveCodeBench's judge cannot judge it; empty where it can."""
    problem = asked.problem.problem
    if asked.submission.language not in _PYTHON:
        return "LiveCodeBench's judge takes Python only"
    if problem.mode is Mode.ASSERTS:
        return "LiveCodeBench's judge has no asserts mode"
    if problem.mode is Mode.CALL and problem.inplace:
        return "LiveCodeBench's judge has no in-place mode"
    if problem.mode is Mode.CALL and not _is_json(problem):
        return "LiveCodeBench's judge takes arguments in JSON only"
    return ""


def question(asked: Asked, *, timeout_s: int) -> Question:
    """Return the question to send.

    Args:
        asked: a submission for which `why_not` is empty.
        timeout_s: wall seconds that LiveCodeBench allows each test case.
    """
    problem = asked.problem.problem
    sample = {
        "inputs": [test.input for test in problem.tests],
        "outputs": [test.output for test in problem.tests],
        "fn_name": problem.fn_name,
    }
    said = {"sample": sample, "source": asked.submission.source, "timeout_s": timeout_s}
    # As its `check_correctness` waits for a program's process.
    patience_s = (timeout_s + 1) * len(problem.tests) + 5
    return Question(line=json.dumps(said).encode() + b"\n", patience_s=patience_s)


def opinion(answer: Answer) -> Opinion:
    """Return what an answer says; none where LiveCodeBench's judge failed through its machine."""
    if answer.accepts:
        return Opinion(accepts=True, verdict="accepted")
    metadata = answer.metadata
    failed = answer.results[-1] if answer.results else 0
    code = metadata.error_code or failed
    reason = _one_line(": ".join(filter(None, (metadata.error_message, metadata.error))))
    if code != _TEST_RUNNER_ERROR:
        return Opinion(
            accepts=False,
            verdict=_WORDS.get(code, "refused"),
            reason=reason,
            test=max(len(answer.results) - 1, 0),
        )
    if not metadata.error.startswith(_NO_RESULT):
        return unjudged(f"LiveCodeBench's judge failed: {reason}")
    return Opinion(
        accepts=False,
        verdict=_WORDS[code],
        reason="the program's process died, or ran past the time for all tests",
    )


def unjudged(reason: str) -> Opinion:
    """Return the opinion of a judge that could not judge."""
    return Opinion(accepts=None, verdict="not judged", reason=_one_line(reason))


def _one_line(text: str) -> str:
    # Addresses differ from run to run.
    plain = re.sub(r"\b0x[0-9a-fA-F]{6,}", "0x…", " ".join(text.split()))
    return plain if len(plain) <= _MOST_CHARACTERS else plain[: _MOST_CHARACTERS - 1] + "…"


def _is_json(problem: Problem) -> bool:
    try:
        for test in problem.tests:
            for line in (*test.input.split("\n"), test.output):
                json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
