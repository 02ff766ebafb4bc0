"""The outer guard: whatever escapes while a submission is judged becomes its IE, nobody else's."""

from __future__ import annotations

import json

import pytest

from sandbox.errors import SlotLost
from service.jobqueue.envelope import Judged, JudgeJob, Prepared, Ran, Report, RunJob
from service.jobs import Runtime, configure, judge_job
from trainer_client.wire import RunAnswer, RunRequest, Submission, SubmissionResult, Verdict


def accepted(submission: Submission) -> SubmissionResult:
    return SubmissionResult(
        id=submission.id, verdict=Verdict.AC, reward=1.0, passed=0, total=0, tests=[]
    )


def judge(_prepared: object, submission: Submission, _job: JudgeJob) -> SubmissionResult:
    match submission.id:
        case "ours":
            raise ZeroDivisionError("secret " + (submission.source or ""))
        case "slot":
            raise SlotLost("the slot went away")
        case _:
            return accepted(submission)


def run(request: RunRequest) -> RunAnswer:
    if request.source == "bad":
        raise SlotLost("the slot went away")
    return RunAnswer(exit_kind="exited", exit_code=0)


def load(job: JudgeJob) -> str:
    if job.problem_sha256 == "gone":
        raise FileNotFoundError(job.problem_sha256)
    return "prepared"


RUNTIME = Runtime(load=load, judge=judge, run=run)


def job(*ids: str, problem: str = "p") -> JudgeJob:
    submissions = [Submission(id=name, problem="p", source="program text") for name in ids]
    return JudgeJob(problem_sha256=problem, total=3, submissions=submissions)


def told(message: JudgeJob | RunJob) -> list[Report]:
    reports: list[Report] = []
    RUNTIME.work_off(message.model_dump_json(), reports.append)
    return reports


def test_an_exception_of_ours_is_the_ie_of_its_submission_alone() -> None:
    prepared, *judged = told(job("a", "ours", "slot", "b"))
    assert isinstance(prepared, Prepared)
    results = [report.result for report in judged if isinstance(report, Judged)]
    assert [result.verdict for result in results] == ["AC", "IE", "IE", "AC"]
    for result in results[1:3]:
        assert result.reward is None
        assert len(result.tests) == result.total == 3
    assert results[1].error == "the judge failed: ZeroDivisionError"
    assert results[2].error == "the judge failed: the slot went away"


def test_a_foreign_exceptions_message_is_not_shown_nor_is_the_program() -> None:
    (_, report) = told(job("ours"))
    assert "program text" not in report.model_dump_json()


def test_a_problem_that_cannot_be_loaded_is_the_ie_of_all() -> None:
    reports = told(job("a", "b", problem="gone"))
    results = [report.result for report in reports if isinstance(report, Judged)]
    assert [(result.id, result.verdict) for result in results] == [("a", "IE"), ("b", "IE")]


def test_a_run_that_fails_through_our_fault_says_so() -> None:
    (good,) = told(RunJob(request=RunRequest(source="good")))
    (bad,) = told(RunJob(request=RunRequest(source="bad")))
    assert isinstance(good, Ran)
    assert good.answer is not None
    assert isinstance(bad, Ran)
    assert bad.answer is None
    assert "the slot went away" in bad.error


def test_judge_job_is_json_in_and_json_out() -> None:
    configure(RUNTIME)
    results = json.loads(judge_job(job("a", "ours").model_dump_json()))
    assert [(result["id"], result["verdict"]) for result in results] == [
        ("a", "AC"),
        ("ours", "IE"),
    ]


def test_fields_of_a_newer_version_are_ignored() -> None:
    message = job("a").model_dump() | {"added_later": 1}
    reports: list[Report] = []
    RUNTIME.work_off(json.dumps(message), reports.append)
    assert len(reports) == 2


@pytest.mark.parametrize("text", ["", "{}", '{"kind":"other"}'])
def test_what_is_not_a_job_is_an_error_of_the_worker(text: str) -> None:
    with pytest.raises(ValueError, match="validation error"):
        RUNTIME.work_off(text, lambda _report: None)
