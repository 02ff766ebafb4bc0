"""One submission judged, with scripted slots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from sandbox.api import Slot
from sandbox.errors import BackendUnavailable, SandboxError, SlotLost
from sandbox.model import Case, CompileFacts, ExitKind, Limits, Program, RunFacts
from service.judging.judge import judge_submission
from service.judging.problem import PreparedProblem, prepare
from trainer_client.wire import Problem, Reward, Submission, SubmissionResult, TestCase, Verdict

LIMITS = Limits()


@dataclass
class ScriptedSlot:
    """A slot that echoes its input, or does what its script says of an input."""

    script: dict[bytes, RunFacts | Exception] = field(
        default_factory=dict[bytes, RunFacts | Exception]
    )
    compiled: CompileFacts | Exception = field(default_factory=lambda: CompileFacts(ok=True))
    clean: bool | Exception = True
    programs: list[Program] = field(default_factory=list[Program])
    runs: int = 0
    destroyed: bool = False

    def prepare(self, program: Program, limits: Limits) -> CompileFacts:
        assert limits == LIMITS
        self.programs.append(program)
        if isinstance(self.compiled, Exception):
            raise self.compiled
        return self.compiled

    def run(self, case: Case) -> RunFacts:
        self.runs += 1
        done = self.script.get(case.stdin)
        if isinstance(done, Exception):
            raise done
        return done or RunFacts(exit_kind=ExitKind.EXITED, exit_code=0, stdout=case.stdin)

    def finish(self) -> bool:
        if isinstance(self.clean, Exception):
            raise self.clean
        return self.clean

    def destroy(self) -> None:
        self.destroyed = True


@dataclass
class ScriptedSource:
    """Hands out the given slots one after another; a released one comes back first."""

    slots: list[ScriptedSlot]
    released: list[Slot] = field(default_factory=list[Slot])
    discarded: list[Slot] = field(default_factory=list[Slot])

    def acquire(self) -> Slot:
        if not self.slots:
            raise BackendUnavailable("no slot is left; start Docker")
        return self.slots.pop(0)

    def release(self, slot: Slot) -> None:
        self.released.append(slot)

    def discard(self, slot: Slot) -> None:
        self.discarded.append(slot)


def _echo_problem(*outputs: str) -> PreparedProblem:
    """Return a problem whose test number N has the input N; a program that echoes is right on N."""
    tests = [TestCase(input=str(number), output=output) for number, output in enumerate(outputs)]
    return prepare(Problem.model_validate({"mode": "stdio", "tests": tests}))


def _submission(**fields: str) -> Submission:
    return Submission(id="s", problem="p", **(fields or {"source": "x"}))


def _verdicts(result: SubmissionResult) -> list[str]:
    return [test.verdict.value for test in result.tests]


def test_all_right_is_accepted_with_reward_one() -> None:
    source = ScriptedSource([ScriptedSlot()])
    result = judge_submission(_echo_problem("0", "1"), _submission(), source, limits=LIMITS)
    assert (result.verdict, result.reward, result.passed, result.total) == (Verdict.AC, 1.0, 2, 2)
    assert [test.match_rule for test in result.tests] == ["exact", "exact"]
    assert result.limits is not None
    assert result.limits.cpu_time_s == LIMITS.cpu_time_s
    assert (len(source.released), source.discarded) == (1, [])


def test_the_verdict_is_that_of_the_first_test_that_is_not_accepted() -> None:
    crash = RunFacts(exit_kind=ExitKind.EXITED, exit_code=1)
    slot = ScriptedSlot(script={b"2": crash})
    problem = _echo_problem("0", "wrong", "2", "3")
    result = judge_submission(problem, _submission(), ScriptedSource([slot]), limits=LIMITS)
    assert _verdicts(result) == ["AC", "WA", "RE", "AC"]
    assert (result.verdict, result.reward) == (Verdict.WA, 0.0)


def test_fraction_is_the_share_of_tests_passed() -> None:
    problem = _echo_problem("0", "wrong", "2", "3")
    result = judge_submission(
        problem,
        _submission(),
        ScriptedSource([ScriptedSlot()]),
        limits=LIMITS,
        reward=Reward.FRACTION,
    )
    assert result.reward == 0.75


def test_tests_after_the_first_failure_are_skipped_where_asked() -> None:
    slot = ScriptedSlot()
    result = judge_submission(
        _echo_problem("0", "wrong", "2", "3"),
        _submission(),
        ScriptedSource([slot]),
        limits=LIMITS,
        stop_on_first_failure=True,
    )
    assert _verdicts(result) == ["AC", "WA", "SK", "SK"]
    assert (slot.runs, result.total, result.verdict) == (2, 4, Verdict.WA)


def test_a_compile_error_skips_every_test() -> None:
    slot = ScriptedSlot(compiled=CompileFacts(ok=False, output="SyntaxError: bad"))
    source = ScriptedSource([slot])
    result = judge_submission(_echo_problem("0", "1"), _submission(), source, limits=LIMITS)
    assert (result.verdict, result.reward) == (Verdict.CE, 0.0)
    assert _verdicts(result) == ["SK", "SK"]
    assert result.compiler_output == "SyntaxError: bad"
    assert result.error is None
    assert len(source.released) == 1


@pytest.mark.parametrize(
    ("completion", "reason"),
    [("I cannot solve this.", "none"), ("", "empty"), ("```python\nx = 1", "unclosed fence")],
)
def test_no_code_takes_no_slot(completion: str, reason: str) -> None:
    source = ScriptedSource([])
    result = judge_submission(
        _echo_problem("0", "1"), _submission(completion=completion), source, limits=LIMITS
    )
    assert (result.verdict, result.reward) == (Verdict.NC, 0.0)
    assert _verdicts(result) == ["SK", "SK"]
    assert reason in result.tests[0].message
    assert reason in (result.error or "")


def test_code_is_taken_out_of_a_completion_and_said_where() -> None:
    slot = ScriptedSlot()
    completion = "So:\n```python\nprint(1)\n```\n"
    result = judge_submission(
        _echo_problem("0"),
        _submission(completion=completion),
        ScriptedSource([slot]),
        limits=LIMITS,
    )
    assert slot.programs[0].source == b"print(1)\n"
    assert result.extraction is not None
    assert completion[result.extraction.start : result.extraction.end] == "print(1)\n"
    assert result.extraction.rule == "fence"


def test_the_batch_chooses_the_rules_of_extraction() -> None:
    slot = ScriptedSlot()
    result = judge_submission(
        _echo_problem("0"),
        _submission(completion="```python\nprint(1)\n```\nIt prints:\n```\n1\n```\n"),
        ScriptedSource([slot]),
        limits=LIMITS,
        extraction="livecodebench",
    )
    assert slot.programs[0].source == b"1"
    assert result.extraction is not None
    assert result.extraction.rule == "livecodebench"


@pytest.mark.parametrize(("characters", "shown"), [(0, None), (1, "1"), (100, "10")])
def test_each_test_gives_back_as_much_output_as_was_asked_for(
    characters: int, shown: str | None
) -> None:
    problem = prepare(
        Problem.model_validate({"mode": "stdio", "tests": [{"input": "10", "output": "11"}]})
    )
    result = judge_submission(
        problem,
        _submission(),
        ScriptedSource([ScriptedSlot()]),
        limits=LIMITS,
        output_chars=characters,
    )
    assert [test.output for test in result.tests] == [shown]


@pytest.mark.parametrize("fault", [SandboxError("x"), SlotLost("x")])
def test_a_lost_slot_is_discarded_and_the_next_goes_on_where_it_was(fault: Exception) -> None:
    lost, good = ScriptedSlot(script={b"1": fault}), ScriptedSlot()
    source = ScriptedSource([lost, good])
    seen: list[int] = []
    result = judge_submission(
        _echo_problem("0", "1"),
        _submission(),
        source,
        limits=LIMITS,
        on_test=lambda index, _: seen.append(index),
    )
    assert result.verdict is Verdict.AC
    assert (source.discarded, source.released) == ([lost], [good])
    assert seen == [0, 1]
    assert good.runs == 1


def test_after_the_last_attempt_it_is_ie_and_the_reward_null() -> None:
    slots = [ScriptedSlot(compiled=SlotLost("gone")) for _ in range(3)]
    source = ScriptedSource([*slots])
    result = judge_submission(_echo_problem("0", "1"), _submission(), source, limits=LIMITS)
    assert (result.verdict, result.reward, result.passed) == (Verdict.IE, None, 0)
    assert _verdicts(result) == ["IE", "IE"]
    assert result.error == "after 3 attempts: SlotLost: gone"
    assert source.discarded == slots


def test_no_slot_to_be_had_is_ie_with_the_reason() -> None:
    result = judge_submission(
        _echo_problem("0"), _submission(), ScriptedSource([]), limits=LIMITS, attempts=2
    )
    assert (result.verdict, result.reward) == (Verdict.IE, None)
    assert "start Docker" in (result.error or "")


def test_contradictory_facts_cost_the_slot_and_not_the_program() -> None:
    broken = ScriptedSlot(script={b"0": RunFacts(exit_kind=ExitKind.INVALID)})
    source = ScriptedSource([broken, ScriptedSlot()])
    result = judge_submission(_echo_problem("0"), _submission(), source, limits=LIMITS)
    assert result.verdict is Verdict.AC
    assert source.discarded == [broken]


@pytest.mark.parametrize("clean", [False, SlotLost("gone")])
def test_an_unclean_slot_is_discarded_and_the_verdict_stands(clean: bool | Exception) -> None:
    slot = ScriptedSlot(clean=clean)
    source = ScriptedSource([slot])
    result = judge_submission(_echo_problem("0"), _submission(), source, limits=LIMITS)
    assert result.verdict is Verdict.AC
    assert (source.discarded, source.released) == ([slot], [])


def test_a_bug_of_ours_gives_the_slot_up_and_is_not_hidden() -> None:
    slot = ScriptedSlot(script={b"0": ZeroDivisionError("ours")})
    source = ScriptedSource([slot])
    with pytest.raises(ZeroDivisionError):
        judge_submission(_echo_problem("0"), _submission(), source, limits=LIMITS)
    assert source.discarded == [slot]


def _clock(*times: float) -> Callable[[], float]:
    rest = iter(times)
    return lambda: next(rest)


def test_a_deadline_that_has_passed_takes_no_slot() -> None:
    source = ScriptedSource([ScriptedSlot()])
    result = judge_submission(
        _echo_problem("0"), _submission(), source, limits=LIMITS, deadline=5.0, clock=_clock(5.0)
    )
    assert (result.verdict, result.reward) == (Verdict.IE, None)
    assert "deadline" in (result.error or "")
    assert len(source.slots) == 1


def test_a_deadline_between_tests_is_ie_and_the_slot_is_kept() -> None:
    slot = ScriptedSlot()
    source = ScriptedSource([slot])
    result = judge_submission(
        _echo_problem("0", "1"),
        _submission(),
        source,
        limits=LIMITS,
        deadline=5.0,
        clock=_clock(1.0, 2.0, 6.0),
    )
    assert (result.verdict, result.reward) == (Verdict.IE, None)
    assert _verdicts(result) == ["IE", "IE"]
    assert (slot.runs, source.released) == (1, [slot])


def test_source_that_is_not_unicode_is_still_judged() -> None:
    slot = ScriptedSlot()
    source = ScriptedSource([slot])
    judge_submission(_echo_problem("0"), _submission(source="'\ud800'"), source, limits=LIMITS)
    assert slot.programs[0].source == b"'\xed\xa0\x80'"


def test_every_test_may_cost_a_slot_without_an_internal_error() -> None:
    slots = [ScriptedSlot(script={str(n + 1).encode(): SlotLost("gone")}) for n in range(5)]
    source = ScriptedSource([*slots, ScriptedSlot()])
    problem = _echo_problem(*map(str, range(6)))
    result = judge_submission(problem, _submission(), source, limits=LIMITS, attempts=2)
    assert result.verdict is Verdict.AC
    assert source.discarded == slots


def test_a_test_that_costs_every_slot_is_an_internal_error() -> None:
    slots = [ScriptedSlot(script={b"1": SlotLost("gone")}) for _ in range(2)]
    source = ScriptedSource(list(slots))
    result = judge_submission(
        _echo_problem("0", "1"), _submission(), source, limits=LIMITS, attempts=2
    )
    assert (result.verdict, result.reward) == (Verdict.IE, None)
