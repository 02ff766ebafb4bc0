"""The pool of warm slots: one in use, spares behind it, and nothing left when it closes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from sandbox.api import Slot
from sandbox.errors import BackendUnavailable, SlotLost
from sandbox.model import Case, CompileFacts, Guarantees, Limits, Program, RunFacts
from sandbox.pool import SlotPool

DEADLINE_S = 10
GUARANTEES = Guarantees(
    network_off=False,
    memory_cgroup=False,
    pids_limit=False,
    seccomp=False,
    fresh_uid=False,
    read_only_root=False,
    pid_namespace=False,
)


class NumberedSlot:
    """A slot that counts how often it was destroyed."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.destroyed = 0

    def prepare(self, program: Program, limits: Limits) -> CompileFacts:
        raise NotImplementedError

    def run(self, case: Case) -> RunFacts:
        raise NotImplementedError

    def finish(self) -> bool:
        raise NotImplementedError

    def destroy(self) -> None:
        self.destroyed += 1


class ScriptedSandbox:
    """Gives slots numbered from 0; those in `faults` do not start, those in `held` wait."""

    name = "scripted"
    environment = "none"

    def __init__(self) -> None:
        self.faults: dict[int, Exception] = {}
        self.held: dict[int, threading.Event] = {}
        self.slots: list[NumberedSlot] = []
        self.asked: list[str] = []
        self._turns = threading.Condition()

    def guarantees(self) -> Guarantees:
        return GUARANTEES

    def open_slot(self) -> Slot:
        with self._turns:
            number = len(self.asked)
            self.asked.append(threading.current_thread().name)
            self._turns.notify_all()
        if number in self.held:
            assert self.held[number].wait(DEADLINE_S)
        if number in self.faults:
            raise self.faults[number]
        slot = NumberedSlot(number)
        self.slots.append(slot)
        return slot

    def await_asked(self, count: int) -> None:
        """Wait until so many slots were asked for."""
        with self._turns:
            assert self._turns.wait_for(lambda: len(self.asked) >= count, DEADLINE_S)

    def close(self) -> None:
        raise AssertionError("the pool does not own its sandbox")


@pytest.fixture
def sandbox() -> ScriptedSandbox:
    return ScriptedSandbox()


@pytest.fixture
def pool(sandbox: ScriptedSandbox) -> Iterator[SlotPool]:
    made = SlotPool(sandbox, spares=1)
    yield made
    made.close()


def number(slot: Slot) -> int:
    assert isinstance(slot, NumberedSlot)
    return slot.number


def test_an_empty_pool_starts_nothing(sandbox: ScriptedSandbox) -> None:
    SlotPool(sandbox).close()
    assert sandbox.asked == []


def test_a_spare_starts_behind_the_first_slot_in_a_thread_of_its_own(
    sandbox: ScriptedSandbox, pool: SlotPool
) -> None:
    assert number(pool.acquire()) == 0
    sandbox.await_asked(2)
    assert sandbox.asked[0] == threading.current_thread().name
    assert sandbox.asked[1].startswith("slot-starter")


def test_without_spares_one_slot_serves_all(sandbox: ScriptedSandbox) -> None:
    pool = SlotPool(sandbox, spares=0)
    for _ in range(3):
        slot = pool.acquire()
        assert number(slot) == 0
        pool.release(slot)
    pool.close()
    assert len(sandbox.asked) == 1


def test_a_slot_that_comes_back_is_used_again_and_no_spare_is_added(
    sandbox: ScriptedSandbox, pool: SlotPool
) -> None:
    for _ in range(5):
        slot = pool.acquire()
        assert number(slot) == 0
        pool.release(slot)
    pool.close()
    assert (len(sandbox.asked), pool.replaced) == (2, 0)
    assert [slot.destroyed for slot in sandbox.slots] == [1, 1]


def test_slots_that_came_back_are_spares_enough(sandbox: ScriptedSandbox, pool: SlotPool) -> None:
    out = [pool.acquire(), pool.acquire()]
    for slot in out:
        pool.release(slot)
    pool.acquire()
    pool.close()
    assert len(sandbox.asked) == 3


def test_a_discarded_slot_is_destroyed_and_replaced_by_the_spare(
    sandbox: ScriptedSandbox, pool: SlotPool
) -> None:
    first = pool.acquire()
    pool.discard(first)
    assert isinstance(first, NumberedSlot)
    assert (first.destroyed, pool.replaced) == (1, 1)
    second = pool.acquire()
    assert number(second) == 1
    # The spare that was taken has a spare behind it.
    sandbox.await_asked(3)
    pool.discard(second)
    assert pool.replaced == 2


def test_a_spare_that_is_still_starting_is_waited_for(
    sandbox: ScriptedSandbox, pool: SlotPool
) -> None:
    sandbox.held[1] = threading.Event()
    pool.discard(pool.acquire())
    sandbox.await_asked(2)
    with ThreadPoolExecutor(1) as other:
        taken = other.submit(pool.acquire)
        sandbox.held[1].set()
        assert number(taken.result(DEADLINE_S)) == 1


def test_a_spare_that_did_not_start_costs_a_start_and_no_error(
    sandbox: ScriptedSandbox, pool: SlotPool
) -> None:
    sandbox.faults[1] = SlotLost("did not start")
    pool.discard(pool.acquire())
    assert number(pool.acquire()) == 2
    assert pool.replaced == 1


def test_of_several_spares_the_first_that_started_is_taken(sandbox: ScriptedSandbox) -> None:
    pool = SlotPool(sandbox, spares=3)
    sandbox.faults = {1: SlotLost("did not start"), 2: SlotLost("did not start")}
    pool.discard(pool.acquire())
    assert number(pool.acquire()) == 3
    pool.close()


def test_no_slot_to_be_had_says_why(sandbox: ScriptedSandbox, pool: SlotPool) -> None:
    sandbox.faults = {number: BackendUnavailable("start Docker") for number in range(9)}
    with pytest.raises(BackendUnavailable, match="start Docker"):
        pool.acquire()
    with pytest.raises(BackendUnavailable, match="start Docker"):
        pool.warm_up()
    # Nothing is out, so no spare was started either.
    assert len(sandbox.asked) == 2


def test_warming_up_starts_the_slot_that_is_handed_out_first(
    sandbox: ScriptedSandbox, pool: SlotPool
) -> None:
    pool.warm_up()
    assert len(sandbox.asked) == 1
    assert number(pool.acquire()) == 0


def test_closing_destroys_what_is_in_and_later_what_was_out(sandbox: ScriptedSandbox) -> None:
    pool = SlotPool(sandbox, spares=2)
    out, back = pool.acquire(), pool.acquire()
    pool.release(back)
    sandbox.await_asked(4)
    pool.close()
    pool.close()
    destroyed = {slot.number: slot.destroyed for slot in sandbox.slots}
    assert destroyed == {number(slot): 0 if slot is out else 1 for slot in sandbox.slots}
    pool.release(out)
    assert all(slot.destroyed == 1 for slot in sandbox.slots)
    assert pool.replaced == 0


def test_closing_waits_for_a_spare_that_is_starting(sandbox: ScriptedSandbox) -> None:
    pool = SlotPool(sandbox, spares=1)
    sandbox.held[1] = threading.Event()
    pool.discard(pool.acquire())
    sandbox.await_asked(2)
    with ThreadPoolExecutor(1) as other:
        closing = other.submit(pool.close)
        sandbox.held[1].set()
        closing.result(DEADLINE_S)
    assert [slot.destroyed for slot in sandbox.slots] == [1, 1]


def test_closing_raises_nothing_of_a_spare_that_did_not_start(sandbox: ScriptedSandbox) -> None:
    pool = SlotPool(sandbox, spares=2)
    sandbox.faults[1] = SlotLost("did not start")
    pool.release(pool.acquire())
    sandbox.await_asked(2)
    pool.close()
    assert all(slot.destroyed == 1 for slot in sandbox.slots)
