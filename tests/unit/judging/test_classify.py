"""Facts become verdicts, in the order of the rules."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from sandbox.errors import ProtocolError
from sandbox.model import CallFacts, ExitKind, Limits, RunFacts, Unserialisable
from service.judging.classify import MESSAGE_CUT, classify
from service.judging.problem import PreparedProblem, prepare
from trainer_client.wire import Problem, TestCase, TestResult, Verdict

LIMITS = Limits(cpu_time_s=2.0, wall_time_s=5.0)


def _problem(mode: str, answer: str = "", **fields: Any) -> PreparedProblem:
    tests = [TestCase(input="", output=answer)]
    name = {"fn_name": "f"} if mode == "call" else {}
    return prepare(Problem.model_validate({"mode": mode, "tests": tests, **name, **fields}))


def _facts(kind: ExitKind = ExitKind.EXITED, **fields: Any) -> RunFacts:
    if kind is ExitKind.EXITED:
        fields.setdefault("exit_code", 0)
    return RunFacts(exit_kind=kind, **fields)


def _judge(problem: PreparedProblem, facts: RunFacts) -> TestResult:
    return classify(facts, LIMITS, problem, problem.tests[0])


RIGHT = _problem("stdio", "42\n")


@pytest.mark.parametrize(
    ("facts", "verdict", "message"),
    [
        (_facts(stdout=b"42\n"), Verdict.AC, ""),
        (_facts(stdout=b"43\n"), Verdict.WA, "printed '43', expected '42'"),
        (_facts(stdout=b""), Verdict.WA, "nothing is printed"),
        (_facts(ExitKind.CPU_LIMIT, cpu_time_s=2.1), Verdict.TLE, "CPU time"),
        (_facts(ExitKind.WALL_LIMIT), Verdict.TLE, "wall time"),
        (_facts(ExitKind.MEMORY_LIMIT), Verdict.MLE, "memory limit"),
        (_facts(ExitKind.OUTPUT_LIMIT, stdout=b"42\n"), Verdict.OLE, "output limit"),
        (_facts(stdout=b"42\n", cpu_time_s=2.01), Verdict.TLE, "CPU time 2.010 s, limit 2 s"),
        (_facts(stdout=b"42\n", exit_code=1), Verdict.RE, "exit status 1"),
        (
            _facts(exit_code=1, stderr=b"Traceback ...\nValueError: no\n"),
            Verdict.RE,
            "exit status 1: ValueError: no",
        ),
        (_facts(ExitKind.SIGNALED, signal=11, stdout=b"42\n"), Verdict.RE, "signal 11 (SIGSEGV)"),
        (_facts(ExitKind.SIGNALED, signal=9, cpu_time_s=2.5), Verdict.TLE, "CPU time"),
        (_facts(exit_code=1, stderr=b"Traceback\nMemoryError\n"), Verdict.MLE, "out of memory"),
        (
            _facts(
                exit_code=1,
                stderr=b"numpy._core._exceptions._ArrayMemoryError: Unable to allocate 8 GiB\n",
            ),
            Verdict.MLE,
            "out of memory",
        ),
        (
            _facts(
                ExitKind.SIGNALED,
                signal=6,
                stderr=b"terminate called after throwing an instance of 'std::bad_alloc'\n"
                b"  what():  std::bad_alloc\n",
            ),
            Verdict.MLE,
            "out of memory",
        ),
        (_facts(stdout=b"42\n", stderr=b"MemoryError\n"), Verdict.AC, ""),
        (_facts(exit_code=1, stderr=b"MyMemoryError: x\n"), Verdict.RE, "exit status 1"),
    ],
)
def test_stdio_facts(facts: RunFacts, verdict: Verdict, message: str) -> None:
    result = _judge(RIGHT, facts)
    assert result.verdict is verdict
    assert message in result.message
    assert (result.match_rule is not None) == (verdict is Verdict.AC)


def test_a_policy_may_ignore_the_exit_code() -> None:
    policy = dataclasses.replace(RIGHT.policy, ignore_exit_code=True)
    problem = dataclasses.replace(RIGHT, policy=policy)
    assert _judge(problem, _facts(exit_code=3, stdout=b"42")).verdict is Verdict.AC
    assert _judge(problem, _facts(exit_code=3, stdout=b"41")).verdict is Verdict.WA
    assert _judge(problem, _facts(ExitKind.WALL_LIMIT, stdout=b"42")).verdict is Verdict.TLE


@pytest.mark.parametrize(
    "facts",
    [
        _facts(
            exit_code=1,
            stdout=b"42",
            stderr=b"noise\nTraceback (most recent call last):\n  File ...\nValueError: no\n",
        ),
        _facts(ExitKind.SIGNALED, signal=6, stdout=b"42"),
    ],
    ids=["exception", "signal"],
)
def test_a_crash_is_no_exit_code_to_ignore(facts: RunFacts) -> None:
    policy = dataclasses.replace(RIGHT.policy, ignore_exit_code=True)
    problem = dataclasses.replace(RIGHT, policy=policy)
    assert _judge(problem, facts).verdict is Verdict.RE


@pytest.mark.parametrize("kind", [ExitKind.INVALID])
def test_a_forgotten_fact_is_our_fault(kind: ExitKind) -> None:
    with pytest.raises(ProtocolError):
        _judge(RIGHT, _facts(kind))
    with pytest.raises(ProtocolError):
        _judge(RIGHT, RunFacts(exit_kind=ExitKind.EXITED))


def _returned(value: object, first: object = None) -> RunFacts:
    return _facts(call=CallFacts(returned=value, first_argument=first))


@pytest.mark.parametrize(
    ("facts", "verdict", "message"),
    [
        (_returned([1, 2]), Verdict.AC, ""),
        (_returned((1, 2)), Verdict.AC, ""),
        (_returned([2, 1]), Verdict.WA, "at [0]"),
        (_returned(None, [1, 2]), Verdict.WA, "another type"),
        (_returned(Unserialisable("a value of type generator")), Verdict.WA, "generator"),
        (_facts(exit_code=1, failure="missing_function"), Verdict.RE, "missing"),
        (
            _facts(exit_code=1, failure="KeyError", stderr=b"KeyError: 'x'\n"),
            Verdict.RE,
            "KeyError: 'x'",
        ),
        (_facts(exit_code=1, failure="AssertionError"), Verdict.RE, "AssertionError"),
        (_facts(exit_code=1, failure="SystemExit"), Verdict.RE, "SystemExit"),
        (_facts(exit_code=1, failure="MemoryError"), Verdict.MLE, "out of memory"),
        (_facts(), Verdict.RE, "before the function returned"),
        (_facts(ExitKind.CPU_LIMIT), Verdict.TLE, "CPU"),
    ],
)
def test_call_facts(facts: RunFacts, verdict: Verdict, message: str) -> None:
    result = _judge(_problem("call", "[1, 2]"), facts)
    assert result.verdict is verdict
    assert message in result.message


def test_in_place_answers_are_the_first_argument_where_nothing_is_returned() -> None:
    problem = _problem("call", "[1, 2]", inplace=True)
    assert _judge(problem, _returned(None, [1, 2])).verdict is Verdict.AC
    assert _judge(problem, _returned([1, 2], [9])).verdict is Verdict.AC
    assert _judge(problem, _returned(None, [2, 1])).verdict is Verdict.WA
    nothing = _problem("call", "null", inplace=True)
    assert _judge(nothing, _returned(None, [1])).verdict is Verdict.AC


@pytest.mark.parametrize(
    ("facts", "verdict", "message"),
    [
        (_facts(asserts_passed=True), Verdict.AC, ""),
        (
            _facts(exit_code=1, failure="AssertionError", stderr=b"AssertionError: f(1)\n"),
            Verdict.WA,
            "AssertionError: f(1)",
        ),
        (_facts(exit_code=1, failure="NameError"), Verdict.RE, "NameError"),
        (_facts(), Verdict.WA, "ended before the tests did"),
        (_facts(exit_code=0, failure="SystemExit"), Verdict.WA, "ended before the tests did"),
        (_facts(exit_code=1, failure="SystemExit"), Verdict.RE, "SystemExit"),
        (_facts(exit_code=3), Verdict.RE, "exit status 3"),
        (_facts(ExitKind.SIGNALED, signal=9, asserts_passed=True), Verdict.RE, "SIGKILL"),
        (_facts(ExitKind.WALL_LIMIT, asserts_passed=True), Verdict.TLE, "wall"),
    ],
)
def test_asserts_facts(facts: RunFacts, verdict: Verdict, message: str) -> None:
    result = _judge(_problem("asserts"), facts)
    assert result.verdict is verdict
    assert message in result.message
    assert result.match_rule == ("asserts" if verdict is Verdict.AC else None)


def test_a_message_is_one_short_line() -> None:
    facts = _facts(exit_code=1, stderr=b"Error: " + b"x\ty" * 10_000)
    message = _judge(RIGHT, facts).message
    assert len(message) <= MESSAGE_CUT
    assert message.isprintable()


def test_facts_stand_in_the_result() -> None:
    facts = _facts(stdout=b"42", cpu_time_s=0.5, wall_time_s=0.75, memory_bytes=1024)
    result = _judge(RIGHT, facts)
    assert (result.cpu_time_s, result.wall_time_s, result.memory_bytes) == (0.5, 0.75, 1024)
