"""A slot whose guest breaks the protocol, dies or goes away: no hang, and only SandboxErrors."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from sandbox.errors import ProtocolError, SlotLost
from sandbox.guest import frames
from sandbox.model import Case, CompileFacts, ExitKind, Limits, Prelude, Program, RunFacts, RunMode
from tests.integration.sandbox.scripted_guest import (
    DEADLINE_S,
    FINISHED,
    HELLO,
    PREPARED,
    SILENCE,
    Answer,
    LastWords,
    ScriptedMemory,
    Stage,
    ran,
)

LIMITS = Limits(output_bytes=1000, memory_bytes=5000)
PROGRAM = Program(source=b"print(1)")
NOT_FRAMES = [
    pytest.param(frames.HEADER.pack(1, 0) + b"x", id="not JSON"),
    pytest.param(frames.HEADER.pack(2, 0) + b"[]", id="no object"),
    pytest.param(frames.HEADER.pack(frames.MAX_JSON_BYTES + 1, 0), id="endless JSON"),
    pytest.param(frames.HEADER.pack(2, 0xFFFFFFFF) + b"{}", id="endless blob"),
    pytest.param({}, id="no type"),
    pytest.param({"type": None}, id="type null"),
    pytest.param({"type": ["hello", "prepared", "ran", "finished"]}, id="type a list"),
    pytest.param({"type": "configure"}, id="a type of the host's"),
]


def died(oom_kills: object) -> dict[str, Any]:
    return {"type": "runner_died", "status": 9, "oom_kills": oom_kills}


def test_the_life_of_a_slot(stage: Stage) -> None:
    slot = stage.slot({**HELLO, "guarantees": {"seccomp": True}}, PREPARED, ran(), FINISHED)
    assert (slot.python, slot.checked) == ("3.11.7", {"seccomp": True})
    program = Program(
        source=b"def f(): pass",
        mode=RunMode.CALL,
        fn_name="f",
        inplace=True,
        prelude=Prelude.LEETCODE,
    )
    assert slot.prepare(program, LIMITS) == CompileFacts(ok=True)
    slot.run(Case(arguments=(1, (2,))))
    assert slot.finish()
    messages = [message for message, _ in stage.guest.heard]
    assert [message["type"] for message in messages] == ["configure", "prepare", "run", "finish"]
    assert messages[0]["box"] == {"home": "/box"}
    asked = {key: messages[1][key] for key in ("mode", "fn_name", "inplace", "prelude")}
    assert asked == {"mode": "call", "fn_name": "f", "inplace": True, "prelude": "leetcode"}
    assert messages[1]["limits"] == {
        "cpu_time_s": LIMITS.cpu_time_s,
        "wall_time_s": LIMITS.wall_time_s,
        "memory_bytes": 5000,
        "output_bytes": 1000,
        "pids": LIMITS.pids,
    }
    assert stage.guest.heard[1][1] == b"def f(): pass"
    assert json.loads(stage.guest.heard[2][1]) == [1, {"$": "tuple", "v": [2]}]
    assert stage.ended == []


@pytest.mark.parametrize(
    ("mode", "sent"), [(RunMode.STDIO, b"\xff1\n"), (RunMode.ASSERTS, b"'\xed\xa0\x80'")]
)
def test_a_case_s_input_is_that_of_the_mode(stage: Stage, mode: RunMode, sent: bytes) -> None:
    slot = stage.slot(HELLO, PREPARED, ran(), SILENCE)
    slot.prepare(Program(source=b"", mode=mode), LIMITS)
    slot.run(Case(stdin=b"\xff1\n", arguments=(1,), test_code="'\ud800'"))
    assert stage.guest.heard[2] == ({"type": "run"}, sent)


@pytest.mark.parametrize(
    "answer",
    [
        *NOT_FRAMES,
        pytest.param(PREPARED, id="an answer to something else"),
        pytest.param({**HELLO, "protocol": 2}, id="a later protocol"),
        pytest.param({"type": "hello"}, id="no protocol"),
    ],
)
def test_a_greeting_that_is_not_of_the_protocol_ends_the_slot(stage: Stage, answer: Answer) -> None:
    with pytest.raises(ProtocolError):
        stage.slot(answer, SILENCE)
    assert stage.ended == [stage.guest]


def test_a_guest_that_does_not_greet_is_ended(stage: Stage) -> None:
    with pytest.raises(SlotLost, match="went away"):
        stage.slot()
    assert stage.ended == [stage.guest]


def test_guarantees_that_are_no_object_are_none(stage: Stage) -> None:
    assert stage.slot({**HELLO, "guarantees": [1]}).checked == {}


@pytest.mark.parametrize("answer", [*NOT_FRAMES, ran()])
def test_an_answer_to_prepare_that_is_not_of_the_protocol(stage: Stage, answer: Answer) -> None:
    slot = stage.slot(HELLO, answer, SILENCE)
    with pytest.raises(ProtocolError):
        slot.prepare(PROGRAM, LIMITS)


@pytest.mark.parametrize("answer", [*NOT_FRAMES, PREPARED])
def test_an_answer_to_run_that_is_not_of_the_protocol(stage: Stage, answer: Answer) -> None:
    slot = stage.slot(HELLO, PREPARED, answer, SILENCE)
    slot.prepare(PROGRAM, LIMITS)
    with pytest.raises(ProtocolError):
        slot.run(Case())


@pytest.mark.parametrize(
    "answer", [*NOT_FRAMES, ran(), {"type": "finished"}, {**FINISHED, "clean": 1}]
)
def test_an_answer_to_finish_that_does_not_say_clean_is_not_clean(
    stage: Stage, answer: Answer
) -> None:
    assert not stage.slot(HELLO, answer, SILENCE).finish()


def test_a_guest_that_goes_away_is_a_lost_slot(stage: Stage) -> None:
    with pytest.raises(SlotLost, match="went away"):
        stage.slot(HELLO).prepare(PROGRAM, LIMITS)
    slot = stage.slot(HELLO, PREPARED)
    slot.prepare(PROGRAM, LIMITS)
    with pytest.raises(SlotLost, match="went away"):
        slot.run(Case())
    assert not stage.slot(HELLO).finish()


@pytest.mark.parametrize("ok", [None, 1, "true", False])
def test_only_a_true_ok_is_a_compiled_program(stage: Stage, ok: object) -> None:
    slot = stage.slot(HELLO, {**PREPARED, "ok": ok, "output": "SyntaxError"}, SILENCE)
    assert slot.prepare(PROGRAM, LIMITS) == CompileFacts(ok=False, output="SyntaxError")


def test_a_compiler_s_message_is_text_of_at_most_8_kib(stage: Stage) -> None:
    answer = {**PREPARED, "ok": False, "output": "\ud800" + "a" * 10_000}
    output = stage.slot(HELLO, answer, SILENCE).prepare(PROGRAM, LIMITS).output
    assert output == "?" + "a" * 8191


def test_a_runner_that_dies_of_the_program_s_text_is_a_compile_error(stage: Stage) -> None:
    slot = stage.slot(HELLO, died(0), SILENCE)
    assert not slot.prepare(PROGRAM, LIMITS).ok
    assert not slot.finish()
    assert len(stage.guest.heard) == 2


def test_a_runner_killed_for_memory_is_a_memory_limit_and_costs_the_slot(stage: Stage) -> None:
    slot = stage.slot(HELLO, PREPARED, died(1), SILENCE)
    slot.prepare(PROGRAM, LIMITS)
    assert slot.run(Case()) == RunFacts(exit_kind=ExitKind.MEMORY_LIMIT, memory_bytes=5000)
    with pytest.raises(SlotLost, match="the case before"):
        slot.run(Case())
    assert not slot.finish()
    # The guest was not asked again: it would not answer.
    assert len(stage.guest.heard) == 3


def test_a_runner_that_died_of_something_else_is_a_lost_slot(stage: Stage) -> None:
    slot = stage.slot(HELLO, PREPARED, died(0), SILENCE)
    slot.prepare(PROGRAM, LIMITS)
    with pytest.raises(SlotLost, match="status 9"):
        slot.run(Case())
    assert not slot.finish()


@pytest.mark.parametrize("count", [None, "x", [], 1e999])
def test_a_dead_runner_s_count_that_is_no_number_is_malformed(stage: Stage, count: object) -> None:
    slot = stage.slot(HELLO, PREPARED, died(count), SILENCE)
    slot.prepare(PROGRAM, LIMITS)
    with pytest.raises(ProtocolError, match="malformed"):
        slot.run(Case())


@pytest.mark.parametrize("said", [b"", frames.HEADER.pack(9, 0)])
def test_a_slot_lost_for_memory_is_a_memory_limit(stage: Stage, said: bytes) -> None:
    slot = stage.slot(HELLO, PREPARED, LastWords(said), memory=ScriptedMemory(kills=[2, 3]))
    slot.prepare(PROGRAM, LIMITS)
    assert slot.run(Case()) == RunFacts(exit_kind=ExitKind.MEMORY_LIMIT, memory_bytes=5000)
    with pytest.raises(SlotLost, match="the case before"):
        slot.run(Case())
    assert not slot.finish()


def test_a_kill_of_a_case_before_does_not_excuse_a_lost_slot(stage: Stage) -> None:
    slot = stage.slot(HELLO, PREPARED, memory=ScriptedMemory(kills=[2]))
    slot.prepare(PROGRAM, LIMITS)
    with pytest.raises(SlotLost, match="went away"):
        slot.run(Case())


def test_the_memory_limit_is_set_before_the_guest_sees_the_program(stage: Stage) -> None:
    memory = ScriptedMemory()
    slot = stage.slot(HELLO, PREPARED, ran(), ran(), SILENCE, memory=memory)
    slot.prepare(PROGRAM, LIMITS)
    assert (memory.limits, memory.peaks_started) == ([5000], 0)
    slot.run(Case())
    slot.run(Case())
    assert memory.peaks_started == 2


def test_a_cgroup_that_went_away_is_a_lost_slot(stage: Stage) -> None:
    memory = ScriptedMemory()
    slot = stage.slot(HELLO, PREPARED, SILENCE, memory=memory)
    slot.prepare(PROGRAM, LIMITS)
    memory.fault = FileNotFoundError("memory.peak")
    with pytest.raises(SlotLost, match=r"memory\.peak"):
        slot.run(Case())
    with pytest.raises(SlotLost, match=r"memory\.peak"):
        slot.prepare(PROGRAM, LIMITS)


def test_a_slot_is_ended_once_however_often_it_is_destroyed(stage: Stage) -> None:
    slot = stage.slot(HELLO, SILENCE)
    slot.destroy()
    slot.destroy()
    assert stage.ended == [stage.guest]
    with pytest.raises(SlotLost):
        slot.prepare(PROGRAM, LIMITS)
    assert not slot.finish()


def test_destroying_wakes_the_thread_that_waits_for_the_guest(stage: Stage) -> None:
    slot = stage.slot(HELLO, PREPARED, SILENCE)
    slot.prepare(PROGRAM, LIMITS)
    lost: list[SlotLost] = []

    def run() -> None:
        try:
            slot.run(Case())
        except SlotLost as error:
            lost.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    assert stage.guest.silent.wait(DEADLINE_S)
    slot.destroy()
    thread.join(DEADLINE_S)
    assert not thread.is_alive()
    assert len(lost) == 1
    assert stage.ended == [stage.guest]
