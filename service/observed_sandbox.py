"""A sandbox as a worker watches it: tells of progress, ends at a word.

Imports the sandbox's seams. It stands between the judge and the real backend, so neither needs to
know that somebody waits for a sign of life.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from sandbox.api import Sandbox, Slot
from sandbox.errors import SlotLost
from sandbox.model import Case, CompileFacts, Guarantees, Limits, Program, RunFacts


class ObservedSandbox:
    """A `Sandbox` that passes everything on to another."""

    def __init__(self, inner: Sandbox, *, on_progress: Callable[[], None]) -> None:
        self._inner = inner
        self._on_progress = on_progress
        self._guard = threading.Lock()
        self._open: set[_ObservedSlot] = set()
        self._closing = threading.Event()

    @property
    def name(self) -> str:
        """Return the backend's name."""
        return self._inner.name

    @property
    def environment(self) -> str:
        """Return which root tree and interpreter programs see."""
        return self._inner.environment

    def guarantees(self) -> Guarantees:
        """Return what is enforced on this machine."""
        return self._inner.guarantees()

    def open_slot(self) -> Slot:
        """Start a warm slot.

        Raises:
            SandboxError: the slot did not start, or the sandbox is being closed.
        """
        if self._closing.is_set():
            raise SlotLost("the worker is ending")
        slot = _ObservedSlot(self._inner.open_slot(), self._on_progress, self._forget)
        with self._guard:
            if not self._closing.is_set():
                self._open.add(slot)
                return slot
        slot.destroy()
        raise SlotLost("the worker is ending")

    def end_all(self) -> None:
        """Destroy every slot, also one that another thread uses; none opens after this."""
        with self._guard:
            self._closing.set()
            slots = list(self._open)
        for slot in slots:
            slot.destroy()

    def interrupt(self) -> None:
        """Destroy the slots that are at a program, also from another thread: they are lost."""
        with self._guard:
            busy = [slot for slot in self._open if slot.busy]
        for slot in busy:
            slot.destroy()

    def close(self) -> None:
        """Destroy what is left and close the backend."""
        self.end_all()
        self._inner.close()

    def _forget(self, slot: _ObservedSlot) -> None:
        with self._guard:
            self._open.discard(slot)


class _ObservedSlot:
    def __init__(
        self,
        inner: Slot,
        on_progress: Callable[[], None],
        on_destroyed: Callable[[_ObservedSlot], None],
    ) -> None:
        self._inner = inner
        self._on_progress = on_progress
        self._on_destroyed = on_destroyed
        self.busy = False

    def prepare(self, program: Program, limits: Limits) -> CompileFacts:
        self.busy = True
        facts = self._inner.prepare(program, limits)
        self._on_progress()
        return facts

    def run(self, case: Case) -> RunFacts:
        facts = self._inner.run(case)
        self._on_progress()
        return facts

    def finish(self) -> bool:
        clean = self._inner.finish()
        self.busy = False
        return clean

    def destroy(self) -> None:
        self._inner.destroy()
        self._on_destroyed(self)
