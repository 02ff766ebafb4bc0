"""What every store keeps: results are written once, and a batch ends with one result each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from service.errors import QueueFull, UnknownBatch
from service.store.api import Store
from service.store.memory import MemoryStore
from trainer_client.wire import BatchState, SubmissionResult, Verdict

LIMIT_S = 30.0
TTL_S = 100.0
MAX_RESULTS = 10


class Clock:
    """Monotonic seconds that a test moves."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def _memory(clock: Clock) -> Store:
    return MemoryStore(ttl_s=TTL_S, max_results=MAX_RESULTS, monotonic=clock)


MakeStore = Callable[[Clock], Store]
every_store = pytest.mark.parametrize("make", [pytest.param(_memory, id="memory")])


def result(name: str, verdict: Verdict = Verdict.AC) -> SubmissionResult:
    return SubmissionResult(id=name, verdict=verdict, reward=None, passed=0, total=0, tests=[])


@every_store
def test_a_result_is_written_once(make: MakeStore) -> None:
    async def scenario() -> None:
        store = make(Clock())
        await store.create("b", ["x", "y"])
        assert await store.add("b", 0, result("x", Verdict.AC))
        assert not await store.add("b", 0, result("x", Verdict.IE))
        status = await store.read("b")
        assert [kept.verdict for kept in status.results] == [Verdict.AC]
        assert status.counts.verdicts == {Verdict.AC: 1}

    asyncio.run(scenario())


@every_store
def test_a_batch_is_done_exactly_when_each_submission_has_a_result(make: MakeStore) -> None:
    async def scenario() -> None:
        store = make(Clock())
        await store.create("b", ["x", "y"])
        assert (await store.read("b")).state is BatchState.QUEUED
        await store.add("b", 1, result("y"))
        assert (await store.read("b")).state is BatchState.RUNNING
        assert await store.missing("b") == [0]
        assert not await store.wait_done("b", wait_s=0.0)
        await store.add("b", 0, result("x"))
        assert await store.missing("b") == []
        status = await store.read("b")
        assert status.state is BatchState.DONE
        assert (status.counts.done, status.counts.total) == (2, 2)
        assert [kept.id for kept in status.results] == ["x", "y"]

    asyncio.run(scenario())


@every_store
def test_who_waits_is_woken_by_the_last_result(make: MakeStore) -> None:
    async def scenario() -> None:
        store = make(Clock())
        await store.create("b", ["x", "y"])
        waiting = [asyncio.create_task(store.wait_done("b", wait_s=LIMIT_S)) for _ in range(3)]
        await store.add("b", 0, result("x"))
        assert not any(task.done() for task in waiting)
        await store.add("b", 1, result("y"))
        assert await asyncio.gather(*waiting) == [True, True, True]

    asyncio.run(scenario())


@every_store
def test_results_arrive_in_the_order_of_their_coming(make: MakeStore) -> None:
    async def scenario() -> None:
        store = make(Clock())
        await store.create("b", ["x", "y", "z"])
        first = asyncio.create_task(store.arrived("b", after=0))
        await store.add("b", 2, result("z"))
        assert [came.id for came in await first] == ["z"]
        await store.add("b", 0, result("x"))
        assert [came.id for came in await store.arrived("b", after=1)] == ["x"]
        await store.add("b", 1, result("y"))
        assert [came.id for came in await store.arrived("b", after=0)] == ["z", "x", "y"]
        assert await store.arrived("b", after=3) == []

    asyncio.run(scenario())


@every_store
def test_an_unknown_batch_is_an_error_and_takes_no_result(make: MakeStore) -> None:
    async def scenario() -> None:
        store = make(Clock())
        with pytest.raises(UnknownBatch):
            await store.read("b")
        with pytest.raises(UnknownBatch):
            await store.wait_done("b", wait_s=0.0)
        assert not await store.add("b", 0, result("x"))
        await store.create("b", ["x"])
        await store.discard("b")
        with pytest.raises(UnknownBatch):
            await store.read("b")

    asyncio.run(scenario())


@every_store
def test_a_finished_batch_is_kept_for_its_time_and_no_longer(make: MakeStore) -> None:
    async def scenario() -> None:
        clock = Clock()
        store = make(clock)
        await store.create("done", ["x"])
        await store.create("open", ["x"])
        await store.add("done", 0, result("x"))
        clock.now_s += TTL_S - 1
        assert (await store.read("done")).state is BatchState.DONE
        clock.now_s += 1
        with pytest.raises(UnknownBatch):
            await store.read("done")
        assert (await store.read("open")).state is BatchState.QUEUED

    asyncio.run(scenario())


@every_store
def test_room_is_made_of_what_was_read_and_never_of_what_was_not(make: MakeStore) -> None:
    async def scenario() -> None:
        store = make(Clock())
        for name in ("read", "unread"):
            await store.create(name, ["x"] * 5)
            for index in range(5):
                await store.add(name, index, result("x"))
        await store.read("read")
        await store.create("next", ["x"] * 5)
        with pytest.raises(UnknownBatch):
            await store.read("read")
        with pytest.raises(QueueFull):
            await store.create("more", ["x"])
        assert (await store.read("unread")).counts.done == 5
        await store.create("more", ["x"])

    asyncio.run(scenario())


@every_store
def test_who_stops_can_wait_until_all_is_read(make: MakeStore) -> None:
    async def scenario() -> None:
        store = make(Clock())
        await store.create("open", ["x"])
        await store.create("done", ["x"])
        await store.wait_read(wait_s=LIMIT_S)
        await store.add("done", 0, result("x"))
        waiting = asyncio.create_task(store.wait_read(wait_s=LIMIT_S))
        await asyncio.wait({waiting}, timeout=0)
        assert not waiting.done()
        await store.read("done")
        await waiting

    asyncio.run(scenario())
