"""The only place where facts become verdicts.

Imports the sandbox's facts, the comparison and the wire's verdicts. The order is fixed: limits
first (what was broken first decides), then memory that ran out inside the program, then how it
ended, and only for a program that ended well what it gave. A program's fault is a verdict here; a
fact that cannot be is our fault and raises.
"""

from __future__ import annotations

import re
import signal
from typing import assert_never

from sandbox.errors import ProtocolError
from sandbox.model import ExitKind, Limits, RunFacts, RunMode
from service.checkers.result import CheckResult
from service.judging.compare import compare_text, compare_value
from service.judging.problem import PreparedProblem, PreparedTest
from trainer_client.wire import TestResult, Verdict

MESSAGE_CUT = 200
_OUT_OF_MEMORY_LINE = re.compile(rb"MemoryError\b|numpy\.[\w.]*_ArrayMemoryError\b")
_TRACEBACK = re.compile(rb"^Traceback \(most recent call last\):", re.MULTILINE)
_TESTS_FAILED = {"AssertionError"}
_BAD_ALLOC = b"std::bad_alloc"
_MIB = 1024 * 1024


def classify(
    facts: RunFacts, limits: Limits, problem: PreparedProblem, test: PreparedTest
) -> TestResult:
    """Return the result of one test case.

    Args:
        facts: what the sandbox saw.
        limits: what the program was allowed.
        problem: how outputs are compared.
        test: the test case with its answers.

    Raises:
        ProtocolError: the facts contradict themselves; our fault, retry in another slot.

    Source: the judging rules of this project (docs/judging-rules.md).
    """
    broken = _broken_limit(facts, limits)
    if broken is not None:
        return _result(facts, *broken)
    ended = _bad_end(facts)
    if ended is not None and not (problem.policy.ignore_exit_code and _only_exited(facts, problem)):
        return _result(facts, Verdict.RE, ended)
    match problem.mode:
        case RunMode.STDIO:
            return _judge_text(facts, problem, test)
        case RunMode.CALL:
            return _judge_call(facts, problem, test)
        case RunMode.ASSERTS:
            return _judge_asserts(facts)
        case _:
            assert_never(problem.mode)


def _broken_limit(facts: RunFacts, limits: Limits) -> tuple[Verdict, str] | None:
    kind = facts.exit_kind
    match kind:
        case ExitKind.INVALID:
            raise ProtocolError("the sandbox did not say how the run ended")
        case ExitKind.EXITED | ExitKind.SIGNALED:
            return _broken_unseen(facts, limits)
        case ExitKind.CPU_LIMIT:
            return Verdict.TLE, _cpu_message(facts, limits)
        case ExitKind.WALL_LIMIT:
            return Verdict.TLE, f"wall time limit of {limits.wall_time_s:g} s passed"
        case ExitKind.MEMORY_LIMIT:
            return Verdict.MLE, f"memory limit of {limits.memory_bytes / _MIB:.0f} MiB passed"
        case ExitKind.OUTPUT_LIMIT:
            return Verdict.OLE, f"output limit of {limits.output_bytes} bytes passed"
        case _:
            assert_never(kind)


def _broken_unseen(facts: RunFacts, limits: Limits) -> tuple[Verdict, str] | None:
    """Return which limit broke a run that seems to have ended by itself."""
    if facts.cpu_time_s > limits.cpu_time_s:
        return Verdict.TLE, _cpu_message(facts, limits)
    if _ran_out_of_memory(facts):
        return Verdict.MLE, f"out of memory: {_last_error_line(facts)}"
    return None


def _cpu_message(facts: RunFacts, limits: Limits) -> str:
    return f"CPU time {facts.cpu_time_s:.3f} s, limit {limits.cpu_time_s:g} s"


def _ran_out_of_memory(facts: RunFacts) -> bool:
    if facts.failure == "MemoryError":
        return True
    if facts.exit_kind is ExitKind.EXITED and not facts.exit_code:
        return False
    last = _last_line(facts.stderr)
    return _OUT_OF_MEMORY_LINE.match(last) is not None or (
        facts.signal == signal.SIGABRT and _BAD_ALLOC in facts.stderr[-512:]
    )


def _bad_end(facts: RunFacts) -> str | None:
    """Return why the way in which the program ended is a runtime error, or None where it is not."""
    if facts.exit_kind is ExitKind.SIGNALED:
        return _with_error_line(f"ended by {_signal_name(facts.signal)}", facts)
    if facts.failure == "missing_function":
        return "the function to call is missing"
    if facts.failure and not (facts.failure == "SystemExit" and facts.exit_code == 0):
        return None if facts.failure in _TESTS_FAILED else _last_error_line(facts) or facts.failure
    if facts.exit_code is None:
        raise ProtocolError("the program ended without an exit status")
    if facts.exit_code:
        return _with_error_line(f"exit status {facts.exit_code}", facts)
    return None


def _only_exited(facts: RunFacts, problem: PreparedProblem) -> bool:
    """True where a printing program chose its exit status and no exception ended it."""
    return (
        problem.mode is RunMode.STDIO
        and facts.exit_kind is ExitKind.EXITED
        and _TRACEBACK.search(facts.stderr) is None
    )


def _judge_text(facts: RunFacts, problem: PreparedProblem, test: PreparedTest) -> TestResult:
    answers = [answer for answer in test.answers if isinstance(answer, bytes)]
    return _compared(facts, compare_text(problem.policy, facts.stdout, answers))


def _judge_call(facts: RunFacts, problem: PreparedProblem, test: PreparedTest) -> TestResult:
    if facts.failure:
        return _result(facts, Verdict.RE, _last_error_line(facts) or facts.failure)
    if facts.call is None:
        return _result(facts, Verdict.RE, "the program ended before the function returned")
    output = facts.call.returned
    if output is None and problem.inplace and test.answers[0] is not None:
        output = facts.call.first_argument
    return _compared(facts, compare_value(problem.policy, output, test.answers))


def _judge_asserts(facts: RunFacts) -> TestResult:
    if facts.asserts_passed:
        return _result(facts, Verdict.AC, match_rule="asserts")
    if facts.failure == "AssertionError":
        return _result(facts, Verdict.WA, _last_error_line(facts) or facts.failure)
    return _result(facts, Verdict.WA, "the program ended before the tests did")


def _compared(facts: RunFacts, checked: CheckResult) -> TestResult:
    if checked.accepted:
        return _result(facts, Verdict.AC, match_rule=checked.rule)
    reason = checked.difference.describe() if checked.difference else ""
    return _result(facts, Verdict.WA, reason)


def _result(
    facts: RunFacts, verdict: Verdict, message: str = "", *, match_rule: str | None = None
) -> TestResult:
    return TestResult(
        verdict=verdict,
        match_rule=match_rule,
        cpu_time_s=facts.cpu_time_s,
        wall_time_s=facts.wall_time_s,
        memory_bytes=facts.memory_bytes,
        message=_one_line(message),
    )


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MESSAGE_CUT else line[: MESSAGE_CUT - 3] + "..."


def _last_line(stderr: bytes) -> bytes:
    return stderr.rstrip().rpartition(b"\n")[2].strip()


def _last_error_line(facts: RunFacts) -> str:
    return _last_line(facts.stderr)[: 4 * MESSAGE_CUT].decode("utf-8", "backslashreplace")


def _with_error_line(text: str, facts: RunFacts) -> str:
    line = _last_error_line(facts)
    return f"{text}: {line}" if line else text


def _signal_name(number: int | None) -> str:
    try:
        return f"signal {number} ({signal.Signals(number or 0).name})"
    except ValueError:
        return f"signal {number}"
