"""What may come in: bounds and languages, each refusal with the field's path."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.model import Limits
from service.admission import Admission
from service.errors import BadInput
from service.limits import LimitsPolicy
from service.settings import Settings
from trainer_client.wire import BatchRequest, LimitsSpec, Problem, RunRequest

SETTINGS = Settings(max_submissions=3, max_tests=2, max_source_bytes=10)


def _validate(name: str, _problem: Problem, policy: str | None) -> None:
    if policy == "no such":
        raise BadInput("unknown policy", path="policy")
    if name == "bad":
        raise BadInput("undecodable", path="problems.bad.tests.0.input")


ADMISSION = Admission(
    settings=SETTINGS, languages=lambda: {"python", "python3"}, validate=_validate
)


def batch(problem: str = "p", **changes: Any) -> BatchRequest:
    tests = changes.pop("tests", [{"input": "1", "output": "2"}])
    submission = {"id": "s", "problem": problem, "source": "x", **changes.pop("submission", {})}
    return BatchRequest.model_validate(
        {
            "problems": {problem: {"mode": "stdio", "tests": tests}},
            "submissions": changes.pop("submissions", [submission]),
            **changes,
        }
    )


def refused(request: BatchRequest) -> str | None:
    with pytest.raises(BadInput) as caught:
        ADMISSION.batch(request)
    return caught.value.path


def test_a_sound_batch_is_admitted_with_its_limits() -> None:
    admitted = ADMISSION.batch(batch())["p"]
    assert admitted.total == 1
    assert admitted.limits == LimitsPolicy.of(SETTINGS).default
    Problem.model_validate_json(admitted.problem_json)


def test_max_tests_bounds_each_results_length() -> None:
    two = [{"input": "1"}, {"input": "2"}]
    assert ADMISSION.batch(batch(tests=two))["p"].total == 2
    assert ADMISSION.batch(batch(tests=two, max_tests=1))["p"].total == 1
    assert ADMISSION.batch(batch(tests=two, max_tests=9))["p"].total == 2


def test_refusals_name_the_field() -> None:
    many = [{"id": str(n), "problem": "p", "source": "x"} for n in range(4)]
    assert refused(batch(submissions=many)) == "submissions"
    assert refused(batch(tests=[{"input": "1"}] * 3)) == "problems.p.tests"
    assert refused(batch(submission={"language": "cobol"})) == "submissions.0.language"
    assert refused(batch(submission={"source": "12345678901"})) == "submissions.0.source"
    assert refused(batch(submission={"source": "ééééé€"})) == "submissions.0.source"
    long = {"source": None, "completion": "12345678901"}
    assert refused(batch(submission=long)) == "submissions.0.completion"
    assert refused(batch(problem="bad")) == "problems.bad.tests.0.input"
    assert refused(batch(policy="no such")) == "policy"


def test_test_results_of_a_batch_are_bounded_over_its_submissions() -> None:
    settings = Settings(max_batch_tests=3)
    admission = Admission(settings=settings, languages=lambda: {"python"}, validate=_validate)
    two = [{"input": "1"}, {"input": "2"}]
    pair = [{"id": str(n), "problem": "p", "source": "x"} for n in range(2)]
    with pytest.raises(BadInput, match="4 test results > 3") as caught:
        admission.batch(batch(tests=two, submissions=pair))
    assert caught.value.path == "submissions"
    admission.batch(batch(tests=two, submissions=pair, max_tests=1))
    admission.batch(batch(tests=two, submissions=pair[:1]))


def test_the_output_that_a_batch_asks_for_is_bounded_over_its_tests() -> None:
    settings = Settings(max_batch_output_chars=20)
    admission = Admission(settings=settings, languages=lambda: {"python"}, validate=_validate)
    two = [{"input": "1"}, {"input": "2"}]
    admission.batch(batch(tests=two, output_chars=10))
    with pytest.raises(BadInput, match="2 test results of 11 characters each > 20") as caught:
        admission.batch(batch(tests=two, output_chars=11))
    assert caught.value.path == "output_chars"


def test_a_run_is_held_to_the_same_bounds() -> None:
    with pytest.raises(BadInput) as caught:
        ADMISSION.run(RunRequest(source="x", language="cobol"))
    assert caught.value.path == "language"
    with pytest.raises(BadInput) as caught:
        ADMISSION.run(RunRequest(source="12345678901"))
    assert caught.value.path == "source"


def test_limits_are_the_defaults_where_none_are_asked_and_never_over_the_maximum() -> None:
    policy = LimitsPolicy(
        default=Limits(cpu_time_s=2, wall_time_s=5, memory_bytes=100, output_bytes=10, pids=3),
        most=Limits(cpu_time_s=4, wall_time_s=8, memory_bytes=200, output_bytes=20, pids=6),
    )
    assert policy.grant(LimitsSpec()) == policy.default
    much = LimitsSpec(cpu_time_s=9, wall_time_s=99, memory_bytes=2**30, output_bytes=99, pids=99)
    assert policy.grant(much) == policy.most


def test_the_wall_limit_nobody_asked_for_is_twice_the_cpu_limit_and_a_second() -> None:
    policy = LimitsPolicy.of(Settings())
    assert policy.grant(LimitsSpec(cpu_time_s=3)).wall_time_s == 7
    assert policy.grant(LimitsSpec(cpu_time_s=3, wall_time_s=4)).wall_time_s == 4
