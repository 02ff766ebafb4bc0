"""What LiveCodeBench's judge is asked, what it cannot be asked, and how its answers are read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.accuracy.livecodebench.opinions import Answer, opinion, question, why_not
from service.accuracy.records import Opinion
from tests.unit.service.accuracy.livecodebench_checkout import asked


def answer(*results: int, **metadata: Any) -> Answer:
    accepts = all(result > 0 for result in results)
    return Answer.model_validate({"accepts": accepts, "results": results, "metadata": metadata})


def test_all_tests_passed_is_accepted() -> None:
    assert opinion(answer(1, 1)) == Opinion(accepts=True, verdict="accepted")


@pytest.mark.parametrize(
    ("code", "word"),
    [(-1, "no result"), (-2, "wrong answer"), (-3, "time limit"), (-4, "runtime error")],
)
def test_the_last_result_is_the_test_that_decided(code: int, word: str) -> None:
    assert opinion(answer(1, 1, code)) == Opinion(accepts=False, verdict=word, test=2)


def test_a_wrong_value_of_a_call_is_told_by_its_metadata() -> None:
    said = opinion(answer(1, 0, error_code=-2, error_message="Wrong Answer"))
    assert said == Opinion(accepts=False, verdict="wrong answer", reason="Wrong Answer", test=1)


def test_the_reason_is_one_line_that_is_the_same_in_every_run() -> None:
    error = "ValueError('a\nb <object at 0x7f00aa11bb22>')"
    said = opinion(answer(-4, error_code=-4, error_message="Runtime Error", error=error))
    assert said.reason == "Runtime Error: ValueError('a b <object at 0x…>')"
    assert len(opinion(answer(-4, error_message="x" * 1000)).reason) == 300


def test_a_process_that_hands_in_nothing_is_refused_as_livecodebench_refuses_it() -> None:
    said = opinion(answer(-2, error_code=-5, error="IndexError('list index out of range')"))
    assert (said.accepts, said.verdict, said.test) == (False, "no result", None)


def test_a_fault_of_the_machine_is_no_verdict() -> None:
    said = opinion(answer(-2, error_code=-5, error="OSError(12, 'Cannot allocate memory')"))
    assert said.accepts is None
    assert "Cannot allocate memory" in said.reason


def test_a_question_holds_the_tests_as_livecodebench_has_them() -> None:
    made = question(asked("code", ("1\n", "2\n"), ("3\n", "4\n")), timeout_s=6)
    assert json.loads(made.line) == {
        "sample": {"inputs": ["1\n", "3\n"], "outputs": ["2\n", "4\n"], "fn_name": None},
        "source": "code",
        "timeout_s": 6,
    }
    assert made.line.endswith(b"\n")
    assert made.line.count(b"\n") == 1
    assert made.patience_s == 7 * 2 + 5


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, ""),
        ({"language": "python3"}, ""),
        ({"language": "cpp"}, "LiveCodeBench's judge takes Python only"),
        ({"mode": "asserts"}, "LiveCodeBench's judge has no asserts mode"),
        (
            {"mode": "call", "fn_name": "f", "inplace": True},
            "LiveCodeBench's judge has no in-place mode",
        ),
    ],
    ids=str,
)
def test_what_it_cannot_judge_is_said(fields: dict[str, object], why: str) -> None:
    assert why_not(asked("code", ("1", "2"), **fields)) == why


@pytest.mark.parametrize(
    ("test", "fits"),
    [
        (("1\n[2]", "3"), True),
        (("'a'", "3"), False),
        (("1", "True"), False),
        (("1\n", "3"), False),
        (("[" * 100_000, "3"), False),
    ],
    ids=["json", "python string", "python bool", "empty line", "deep"],
)
def test_calls_must_be_in_json(test: tuple[str, str], fits: bool) -> None:
    assert (why_not(asked("code", test, mode="call", fn_name="f")) == "") == fits
