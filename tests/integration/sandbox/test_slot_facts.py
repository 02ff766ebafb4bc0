"""What a slot makes of a guest's `ran`: how the run ended, what it cost, what it gave back."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from sandbox.errors import ProtocolError
from sandbox.model import CallFacts, Case, ExitKind, Limits, Program, RunFacts, Unserialisable
from tests.integration.sandbox.scripted_guest import (
    HELLO,
    PREPARED,
    SILENCE,
    ScriptedMemory,
    Stage,
    ran,
)

LIMITS = Limits(output_bytes=1000, cpu_time_s=2.0)
STDERR_KEPT = 64 * 1024


def facts(
    stage: Stage, answer: dict[str, Any], blob: bytes = b"", *, memory: ScriptedMemory | None = None
) -> RunFacts:
    slot = stage.slot(HELLO, PREPARED, (answer, blob), SILENCE, memory=memory)
    slot.prepare(Program(source=b""), LIMITS)
    return slot.run(Case())


def call(stage: Stage, result: bytes, **changes: Any) -> RunFacts:
    return facts(stage, ran(sizes=[0, 0, len(result)], **changes), result)


def test_a_program_that_ended_by_itself(stage: Stage) -> None:
    answer = ran(sizes=[3, 2], status=3 << 8, proved=True, failure="KeyError")
    assert facts(stage, answer, b"outer") == RunFacts(
        exit_kind=ExitKind.EXITED,
        exit_code=3,
        cpu_time_s=0.25,
        wall_time_s=0.5,
        memory_bytes=4096,
        stdout=b"out",
        stderr=b"er",
        asserts_passed=True,
        failure="KeyError",
    )


def test_a_program_that_was_ended_by_a_signal(stage: Stage) -> None:
    found = facts(stage, ran(status=int(signal.SIGSEGV)))
    assert (found.exit_kind, found.signal, found.exit_code) == (ExitKind.SIGNALED, 11, None)


# What a `ran` says of each cause, strongest first; each also where all weaker ones hold.
PRECEDENCE: list[tuple[ExitKind, dict[str, Any]]] = [
    (ExitKind.OUTPUT_LIMIT, {"sizes": [1001, 0]}),
    (ExitKind.MEMORY_LIMIT, {"oom_kills": 1}),
    (ExitKind.CPU_LIMIT, {"cpu_s": 2.001}),
    (ExitKind.WALL_LIMIT, {"stopped": "wall"}),
    (ExitKind.SIGNALED, {"status": int(signal.SIGKILL)}),
    (ExitKind.EXITED, {}),
]


@pytest.mark.parametrize("rank", range(len(PRECEDENCE)))
@pytest.mark.parametrize("alone", [True, False])
def test_of_several_causes_the_strongest_counts(stage: Stage, rank: int, alone: bool) -> None:
    kind, said = PRECEDENCE[rank]
    for _, weaker in () if alone else PRECEDENCE[rank + 1 :]:
        said = {**weaker, **said}
    assert facts(stage, ran(**said), bytes(1000 if rank == 0 else 0)).exit_kind is kind


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"stopped": "output", "status": 9}, ExitKind.OUTPUT_LIMIT),
        ({"stopped": "memory", "status": 9}, ExitKind.MEMORY_LIMIT),
        ({"stopped": "memory", "cpu_s": 3}, ExitKind.MEMORY_LIMIT),
        ({"stopped": "cpu", "status": 9}, ExitKind.CPU_LIMIT),
        ({"stopped": "wall", "cpu_s": 3, "status": 9}, ExitKind.CPU_LIMIT),
        ({"status": int(signal.SIGXCPU)}, ExitKind.CPU_LIMIT),
        ({"cpu_s": 2.0}, ExitKind.EXITED),
        ({"wall_s": 1e6}, ExitKind.EXITED),
    ],
)
def test_what_the_guest_stopped_a_run_for_counts(
    stage: Stage, changes: dict[str, Any], kind: ExitKind
) -> None:
    assert facts(stage, ran(**changes)).exit_kind is kind


def test_output_of_exactly_the_limit_is_within_it(stage: Stage) -> None:
    found = facts(stage, ran(sizes=[1000, 1000, 1000]), bytes(3000))
    assert (found.exit_kind, len(found.stdout)) == (ExitKind.EXITED, 1000)


@pytest.mark.parametrize(
    ("sizes", "kept"), [([1001, 0], 1000), ([0, 1001], 1001), ([0, 0, 10**15], 1000)]
)
def test_each_stream_has_the_limit_to_itself(stage: Stage, sizes: list[int], kept: int) -> None:
    assert facts(stage, ran(sizes=sizes), bytes(kept)).exit_kind is ExitKind.OUTPUT_LIMIT


def test_of_stderr_the_end_is_sent(stage: Stage) -> None:
    found = facts(stage, ran(sizes=[1, 10**9]), b"o" + b"e" * STDERR_KEPT)
    assert (found.stdout, found.stderr) == (b"o", b"e" * STDERR_KEPT)


@pytest.mark.parametrize(("counted", "peak"), [(0, 4096), (4095, 4096), (4097, 4097)])
def test_the_larger_peak_is_the_program_s(stage: Stage, counted: int, peak: int) -> None:
    assert facts(stage, ran(), memory=ScriptedMemory(peak=counted)).memory_bytes == peak


@pytest.mark.parametrize(
    "field",
    [name for name in ran() if name != "type"],
)
def test_an_answer_that_lacks_a_field_is_malformed(stage: Stage, field: str) -> None:
    answer = ran()
    del answer[field]
    with pytest.raises(ProtocolError, match="malformed"):
        facts(stage, answer)


LIES: list[tuple[object, bytes]] = [
    ([0, 0], b"x"),
    ([1, 0], b""),
    ([2, 0], b"x"),
    ([1001, 0], bytes(1001)),
    ([0, STDERR_KEPT + 1], bytes(STDERR_KEPT + 1)),
    ([-1, 1], b""),
    ([-1, 2], b"x"),
    ([2, -1], b"x"),
    ([0, 0, -1], b""),
    ([], b""),
    ([0], b""),
    ([0, 0, 0, 0], b""),
    ([0, 0, 0, 1], b"x"),
    ([0, 1e999], b""),
    ([0, None], b""),
    ([0, "x"], b""),
    ([[], []], b""),
    ({"0": 0}, b""),
    (None, b""),
    (0, b""),
    ("", b""),
]


@pytest.mark.parametrize(
    ("sizes", "blob"),
    LIES,
)
def test_sizes_that_lie_are_malformed(stage: Stage, sizes: object, blob: bytes) -> None:
    with pytest.raises(ProtocolError, match="malformed"):
        facts(stage, ran(sizes=sizes), blob)


def test_a_blob_past_all_limits_is_not_read(stage: Stage) -> None:
    room = 2 * LIMITS.output_bytes + STDERR_KEPT
    with pytest.raises(ProtocolError, match="too large"):
        facts(stage, ran(), bytes(room + 1))


@pytest.mark.parametrize("value", [None, "x", [], {}, 1e999, float("nan"), -1, 10**400])
@pytest.mark.parametrize("field", ["status", "cpu_s", "wall_s"])
def test_a_number_that_cannot_be_is_malformed(stage: Stage, field: str, value: object) -> None:
    with pytest.raises(ProtocolError, match="malformed"):
        facts(stage, ran(**{field: value}))


@pytest.mark.parametrize("value", [None, "x", [], 1e999, float("nan")])
@pytest.mark.parametrize("field", ["memory_bytes", "oom_kills"])
def test_a_count_that_is_no_number_is_malformed(stage: Stage, field: str, value: object) -> None:
    with pytest.raises(ProtocolError, match="malformed"):
        facts(stage, ran(**{field: value}))


@pytest.mark.parametrize("proved", [None, 1, "true", [True], False])
def test_only_a_true_proof_is_one(stage: Stage, proved: object) -> None:
    assert not facts(stage, ran(proved=proved)).asserts_passed


def test_a_failure_is_text_that_utf8_can_hold(stage: Stage) -> None:
    assert facts(stage, ran(failure="a\ud800é")).failure == "a?é"


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (b"R1", CallFacts(returned=1)),
        (b"R1\n", CallFacts(returned=1)),
        (b"Rnull\n[1, 2]", CallFacts(returned=None, first_argument=[1, 2])),
        (b'R{"$": "tuple", "v": [1]}', CallFacts(returned=(1,))),
        (b"R", CallFacts(returned=Unserialisable("not a typed value"))),
        (
            b"R\xff\n[",
            CallFacts(
                returned=Unserialisable("not a typed value"),
                first_argument=Unserialisable("not a typed value"),
            ),
        ),
        (b"R1\n2\n3", CallFacts(returned=1, first_argument=Unserialisable("not a typed value"))),
    ],
)
def test_a_function_that_returned(stage: Stage, result: bytes, expected: CallFacts) -> None:
    found = call(stage, result)
    assert (found.call, found.failure, found.stdout) == (expected, "", b"")


@pytest.mark.parametrize(
    ("result", "failure"),
    [
        (b"FKeyError", "KeyError"),
        (b"F", ""),
        (b"F\xff", "\ufffd"),
        (b"F" + b"a" * 999, "a" * 100),
    ],
)
def test_a_function_that_failed(stage: Stage, result: bytes, failure: str) -> None:
    found = call(stage, result)
    assert (found.call, found.failure) == (None, failure)


@pytest.mark.parametrize("result", [b"garbage", b"r1", b"\0", b"\nR1", b" R1"])
def test_a_result_that_is_neither_is_none(stage: Stage, result: bytes) -> None:
    found = call(stage, result)
    assert (found.exit_kind, found.call, found.failure) == (ExitKind.EXITED, None, "")


def test_without_a_result_there_is_no_call(stage: Stage) -> None:
    found = call(stage, b"", failure="missing_function")
    assert (found.call, found.failure) == (None, "missing_function")


def test_what_a_program_that_did_not_end_well_returned_does_not_count(stage: Stage) -> None:
    assert call(stage, b"R1", status=int(signal.SIGKILL)).call is None
    assert call(stage, b"R1", stopped="wall").call is None
