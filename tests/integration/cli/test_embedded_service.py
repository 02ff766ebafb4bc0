"""The engine in a thread: it is stopped however the block is left."""

from __future__ import annotations

import asyncio

import pytest

from service.cli.embedded import EmbeddedService
from service.errors import StartFailed
from trainer_client.wire import (
    BatchCounts,
    BatchRequest,
    BatchState,
    BatchStatus,
    Capabilities,
    Mode,
    Problem,
    Submission,
    TestCase,
)

REQUEST = BatchRequest(
    problems={"p": Problem(mode=Mode.STDIO, tests=[TestCase(input="")])},
    submissions=[Submission(id="s", problem="p", source="")],
)


class ScriptedEngine:
    def __init__(self, *, start_fails: bool = False) -> None:
        self.calls: list[str] = []
        self._start_fails = start_fails

    async def start(self) -> None:
        self.calls.append("start")
        if self._start_fails:
            raise StartFailed("run make image")

    async def stop(self, grace_s: float) -> None:
        self.calls.append(f"stop {grace_s:g}")

    async def submit(self, request: BatchRequest) -> str:
        self.calls.append(f"submit {request.submissions[0].id}")
        return "b1"

    async def status(self, batch_id: str, *, wait_s: float = 0.0) -> BatchStatus:
        await asyncio.sleep(0)
        counts = BatchCounts(total=1, done=0, verdicts={})
        return BatchStatus(batch_id=batch_id, state=BatchState.RUNNING, counts=counts, results=[])

    def capabilities(self) -> Capabilities:
        raise NotImplementedError


def test_calls_reach_the_engine_and_it_is_stopped() -> None:
    engine = ScriptedEngine()
    with EmbeddedService(engine) as service:
        assert service.submit(REQUEST) == "b1"
        assert service.status("b1", wait_s=1).state is BatchState.RUNNING
    assert engine.calls == ["start", "submit s", "stop 0"]


def test_an_interrupt_stops_the_engine_too() -> None:
    engine = ScriptedEngine()
    with pytest.raises(KeyboardInterrupt), EmbeddedService(engine):
        raise KeyboardInterrupt
    assert engine.calls == ["start", "stop 0"]


def test_an_engine_that_does_not_start_is_stopped_and_its_reason_passed_on() -> None:
    engine = ScriptedEngine(start_fails=True)
    with pytest.raises(StartFailed, match="run make image"), EmbeddedService(engine):
        pytest.fail("the block was entered")
    assert engine.calls == ["start", "stop 0"]
