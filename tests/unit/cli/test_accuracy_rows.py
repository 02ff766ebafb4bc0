"""How a result of the service and a second opinion become a record of the benchmark."""

from __future__ import annotations

import pytest

from service.accuracy.records import Evidence, JudgedSubmission, Opinion
from service.cli.accuracy_corpus import CorpusRow
from service.cli.accuracy_rows import SecondOpinion, judged_submission, opinion_of
from service.cli.work import Task
from trainer_client.formats.records import (
    ACCEPTED,
    REJECTED,
    LabelledProblem,
    LabelledSubmission,
)
from trainer_client.wire import (
    GrantedLimits,
    LimitsSpec,
    Mode,
    Problem,
    SubmissionResult,
    TestCase,
    TestResult,
    Verdict,
)

TESTS = [TestCase(input=f"in {number}", output=f"out {number}") for number in range(3)]
PASSED = TestResult(verdict=Verdict.AC, cpu_time_s=0.25, output="good")
FAILED = TestResult(verdict=Verdict.WA, cpu_time_s=0.5, message="3 != 4\n here", output="bad")
SKIPPED = TestResult(verdict=Verdict.SK)


def result(verdict: Verdict, *tests: TestResult, error: str | None = None) -> SubmissionResult:
    return SubmissionResult(
        id="s0",
        verdict=verdict,
        reward=None,
        passed=0,
        total=len(tests),
        tests=list(tests),
        compiler_output="main.cpp: error" if verdict is Verdict.CE else "",
        error=error,
    )


def record(
    judged: SubmissionResult,
    second: SecondOpinion,
    *,
    label: str = "accepted",
    recorded: bool | None = None,
    limits: LimitsSpec | None = None,
    source: str = "source",
) -> JudgedSubmission:
    submission = LabelledSubmission(
        id="s",
        language="python",
        source=source,
        label=label,
        expected=ACCEPTED if label == "accepted" else REJECTED,
        doubtful="why",
        baseline=recorded,
    )
    problem = Problem(mode=Mode.STDIO, tests=TESTS, limits=limits or LimitsSpec())
    task = Task(
        problem=LabelledProblem(id="p", problem=problem, submissions=(submission,)),
        submission=submission,
    )
    row = CorpusRow(corpus="c", task=task)
    return judged_submission(row, judged, second, default_limit_s=9.0)


def says(accepts: bool | None, *, test: int | None = None) -> SecondOpinion:
    return SecondOpinion(opinion=Opinion(accepts=accepts, verdict="x", test=test))


AC = result(Verdict.AC, PASSED, PASSED, PASSED)
WA = result(Verdict.WA, PASSED, FAILED, SKIPPED)
IE = result(Verdict.IE, SKIPPED, SKIPPED, SKIPPED, error="slot lost")


@pytest.mark.parametrize(
    ("judged", "wanted"),
    [
        (AC, Opinion(accepts=True, verdict="AC", cpu_time_s=0.25)),
        (
            WA,
            Opinion(accepts=False, verdict="WA", reason="3 != 4 here", test=1, cpu_time_s=0.5),
        ),
        (IE, Opinion(accepts=None, verdict="IE", reason="slot lost")),
        (
            result(Verdict.CE, *[TestResult(verdict=Verdict.CE)] * 3),
            Opinion(accepts=False, verdict="CE", reason="main.cpp: error", cpu_time_s=0.0),
        ),
    ],
    ids=["AC", "WA", "IE", "CE"],
)
def test_our_opinion_is_the_verdict_the_test_and_why(
    judged: SubmissionResult, wanted: Opinion
) -> None:
    assert opinion_of(judged) == wanted


def test_a_record_says_what_the_corpus_says() -> None:
    made = record(WA, says(False), label="time_limit", recorded=False)
    assert (made.corpus, made.problem_id, made.submission_id) == ("c", "p", "s")
    assert (made.language, made.mode, made.label) == ("python", "stdio", "time_limit")
    assert (made.truth, made.doubtful, made.recorded) == (False, "why", False)


def test_an_unpaired_record_says_why() -> None:
    made = record(AC, SecondOpinion(opinion=None, unpaired="no asserts"))
    assert (made.baseline, made.unpaired) == (None, "no asserts")


@pytest.mark.parametrize(
    ("judged", "second", "label", "kept"),
    [
        (AC, says(True), "accepted", False),
        (WA, says(False), "wrong_answer", False),
        (AC, SecondOpinion(opinion=None), "accepted", False),
        (AC, says(None), "accepted", False),
        (IE, says(True), "accepted", False),
        (AC, says(True), "wrong_answer", True),
        (AC, says(False), "accepted", True),
        (WA, says(True), "accepted", True),
        (WA, SecondOpinion(opinion=None), "accepted", True),
        (IE, says(False), "accepted", True),
    ],
)
def test_evidence_is_kept_where_somebody_disagrees(
    judged: SubmissionResult, second: SecondOpinion, label: str, kept: bool
) -> None:
    assert (record(judged, second, label=label).evidence is not None) == kept


@pytest.mark.parametrize(
    ("judged", "second", "wanted"),
    [
        (WA, says(True, test=2), ("in 1", "out 1", "bad")),
        (AC, says(False, test=2), ("in 2", "out 2", "good")),
        (AC, says(False), ("in 0", "out 0", "good")),
        (AC, says(False, test=7), ("in 0", "out 0", "good")),
        (IE, says(False, test=2), ("in 2", "out 2", None)),
    ],
    ids=["ours decided", "theirs decided", "nobody says", "out of range", "no output"],
)
def test_evidence_is_of_the_test_that_decided(
    judged: SubmissionResult, second: SecondOpinion, wanted: tuple[str, str, str | None]
) -> None:
    seen = record(judged, second).evidence
    assert seen is not None
    assert (seen.input, seen.answer, seen.output) == wanted


def test_evidence_is_cut() -> None:
    long = TestResult(verdict=Verdict.WA, output="x" * 5000)
    seen = record(result(Verdict.WA, long), says(True), source="y" * 50_000).evidence
    assert isinstance(seen, Evidence)
    assert (len(seen.output or ""), len(seen.program)) == (2_000, 20_000)


def test_the_time_limit_is_the_granted_one_else_the_asked_one_else_the_default() -> None:
    granted = GrantedLimits(cpu_time_s=3, wall_time_s=9, memory_bytes=1, output_bytes=1, pids=1)
    asked = LimitsSpec(cpu_time_s=5)
    limited = AC.model_copy(update={"limits": granted})
    assert record(limited, says(True), limits=asked).time_limit_s == 3
    assert record(AC, says(True), limits=asked).time_limit_s == 5
    assert record(AC, says(True)).time_limit_s == 9
