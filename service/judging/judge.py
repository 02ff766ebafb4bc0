"""One submission judged: code found, slot taken, tests run in order, verdict and reward given.

Imports the sandbox's seam and the judging rules. This is the one place (beside the outer guard of
`jobs.py`) where a fault of ours becomes `IE`: a `SandboxError` costs the slot, the next one goes on
with the first test that has no result, and a test that costs too many slots makes the submission IE
with reward null and the reason. Every call gives exactly one result, with one entry a test.

The submission's verdict is that of the first test that is not AC, or AC where all are.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from sandbox.api import Slot
from sandbox.errors import SandboxError
from sandbox.model import Limits, Program
from service.judging.classify import classify
from service.judging.problem import PreparedProblem, text_bytes
from service.judging.shown_output import shown_output
from trainer_client.extract import ExtractedCode, extract_code
from trainer_client.wire import (
    Extraction,
    GrantedLimits,
    Reward,
    Submission,
    SubmissionResult,
    TestResult,
    Verdict,
)

ExtractionRules = Literal["default", "livecodebench"]
OnTest = Callable[[int, TestResult], None]


class SlotSource(Protocol):
    """Where slots come from; `sandbox.pool.SlotPool` is one."""

    def acquire(self) -> Slot:
        """Return a warm slot that nobody else has.

        Raises:
            SandboxError: no slot could be opened.
        """
        ...

    def release(self, slot: Slot) -> None:
        """Take back a slot whose `finish()` returned True."""
        ...

    def discard(self, slot: Slot) -> None:
        """Destroy a slot; the next `acquire` gives another."""
        ...


class _DeadlinePassed(Exception):
    """The batch's deadline came before the submission was judged."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Outcome:
    """What judging showed, before it is put into the wire's words."""

    tests: list[TestResult]
    verdict: Verdict
    compiler_output: str = ""
    error: str | None = None


def judge_submission(
    prepared: PreparedProblem,
    submission: Submission,
    slots: SlotSource,
    *,
    limits: Limits,
    reward: Reward = Reward.BINARY,
    stop_on_first_failure: bool = False,
    attempts: int = 3,
    deadline: float | None = None,
    on_test: OnTest | None = None,
    extraction: ExtractionRules = "default",
    output_chars: int = 0,
    clock: Callable[[], float] = time.monotonic,
) -> SubmissionResult:
    """Return the one result of a submission.

    Args:
        prepared: the problem.
        submission: the program, or the completion that holds it.
        slots: where warm slots come from.
        limits: what one test case may use, as granted.
        reward: all or nothing, or the share of tests passed.
        stop_on_first_failure: tests after the first that is not AC are SK.
        attempts: how many slots may fail at one test before the submission is IE, >= 1.
        deadline: when to give up, in `clock`'s seconds; None for never.
        on_test: called after each test with its index and result.
        extraction: by whose rules code is taken out of a completion.
        output_chars: how much of each test's output stands in its result, characters.
        clock: the time, monotonic seconds.

    Returns:
        The result; `len(tests)` is the number of prepared tests. Never raises `SandboxError`.
    """
    taken: Extraction | None = None
    if submission.completion is None:
        source = submission.source or ""
    else:
        found = extract_code(submission.completion, submission.language, rules=extraction)
        if not isinstance(found, ExtractedCode):
            outcome = _none_ran(prepared, Verdict.NC, f"no code found: {found.reason}")
            return _result(submission, outcome, reward, limits, None)
        source = found.code
        taken = Extraction(rule=found.rule, start=found.start, end=found.end)
    run = _Run(
        prepared=prepared,
        program=prepared.program(text_bytes(source), submission.language),
        limits=limits,
        stop_on_first_failure=stop_on_first_failure,
        deadline=deadline,
        on_test=on_test,
        output_chars=output_chars,
        clock=clock,
    )
    outcome = _with_retries(run, slots, attempts)
    return _result(submission, outcome, reward, limits, taken)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Run:
    """One submission, ready to run in any slot."""

    prepared: PreparedProblem
    program: Program
    limits: Limits
    stop_on_first_failure: bool
    deadline: float | None
    on_test: OnTest | None
    output_chars: int
    clock: Callable[[], float]
    results: list[TestResult] = field(default_factory=list[TestResult])
    """Of the tests so far, in whichever slots they ran."""

    def check_deadline(self) -> None:
        if self.deadline is not None and self.clock() >= self.deadline:
            raise _DeadlinePassed

    def in_slot(self, slot: Slot) -> _Outcome:
        compiled = slot.prepare(self.program, self.limits)
        if not compiled.ok:
            message = "not run: the program does not compile"
            outcome = _none_ran(self.prepared, Verdict.CE, message)
            return _Outcome(
                tests=outcome.tests, verdict=Verdict.CE, compiler_output=compiled.output
            )
        for test in self.prepared.tests[len(self.results) :]:
            if self.stop_on_first_failure and self.verdict() is not Verdict.AC:
                result = _skipped("not run: an earlier test failed")
            else:
                self.check_deadline()
                facts = slot.run(test.case)
                result = classify(facts, self.limits, self.prepared, test)
                shown = shown_output(facts, self.prepared.mode, self.output_chars)
                if shown is not None:
                    result = result.model_copy(update={"output": shown})
            self.results.append(result)
            if self.on_test is not None:
                self.on_test(len(self.results) - 1, result)
        return _Outcome(tests=self.results, verdict=self.verdict())

    def verdict(self) -> Verdict:
        bad = (result.verdict for result in self.results if result.verdict is not Verdict.AC)
        return next(bad, Verdict.AC)


def _with_retries(run: _Run, slots: SlotSource, attempts: int) -> _Outcome:
    error = ""
    failed = 0
    while failed < attempts:
        judged = len(run.results)
        try:
            run.check_deadline()
            return _attempt(run, slots)
        except _DeadlinePassed:
            return _none_ran(run.prepared, Verdict.IE, "the deadline passed")
        except SandboxError as failure:
            error = f"{type(failure).__name__}: {failure}"
            failed = 1 if len(run.results) > judged else failed + 1
    return _none_ran(run.prepared, Verdict.IE, f"after {attempts} attempts: {error}")


def _attempt(run: _Run, slots: SlotSource) -> _Outcome:
    """Judge in one slot; the slot goes back only if it is proved clean."""
    slot = slots.acquire()
    clean = False
    try:
        try:
            outcome = run.in_slot(slot)
        except _DeadlinePassed:
            clean = _finished(slot)
            raise
        clean = _finished(slot)
    finally:
        if clean:
            slots.release(slot)
        else:
            slots.discard(slot)
    return outcome


def _finished(slot: Slot) -> bool:
    """End the submission; its facts are known, so a slot that fails now costs itself only."""
    with contextlib.suppress(SandboxError):
        return slot.finish()
    return False


def _skipped(message: str) -> TestResult:
    return TestResult(verdict=Verdict.SK, message=message)


def _none_ran(prepared: PreparedProblem, verdict: Verdict, reason: str) -> _Outcome:
    """Return an outcome without facts: IE stands in each test, after NC and CE all are skipped."""
    if verdict is Verdict.IE:
        tests = [TestResult(verdict=Verdict.IE, message=reason) for _ in prepared.tests]
    else:
        tests = [_skipped(reason) for _ in prepared.tests]
    return _Outcome(tests=tests, verdict=verdict, error=reason)


def _result(
    submission: Submission,
    outcome: _Outcome,
    reward: Reward,
    limits: Limits,
    extraction: Extraction | None,
) -> SubmissionResult:
    passed = sum(test.verdict is Verdict.AC for test in outcome.tests)
    return SubmissionResult(
        id=submission.id,
        verdict=outcome.verdict,
        reward=_reward(outcome.verdict, passed, len(outcome.tests), reward),
        passed=passed,
        total=len(outcome.tests),
        tests=outcome.tests,
        compiler_output=outcome.compiler_output,
        error=outcome.error,
        limits=GrantedLimits(
            cpu_time_s=limits.cpu_time_s,
            wall_time_s=limits.wall_time_s,
            memory_bytes=limits.memory_bytes,
            output_bytes=limits.output_bytes,
            pids=limits.pids,
        ),
        extraction=extraction,
    )


def _reward(verdict: Verdict, passed: int, total: int, reward: Reward) -> float | None:
    if verdict is Verdict.IE:
        return None
    if reward is Reward.FRACTION:
        return passed / total
    return 1.0 if verdict is Verdict.AC else 0.0
