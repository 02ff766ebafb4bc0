"""One warm slot for a worker, and spares, so that a destroyed slot costs no waiting.

Used by one thread; spares are started by a thread of the pool's own, and only after the first slot
is out, so that a start is not slowed down.
"""

from __future__ import annotations

import contextlib
from concurrent.futures import Future, ThreadPoolExecutor

from sandbox.api import Sandbox, Slot
from sandbox.errors import SandboxError


class SlotPool:
    """Hands out warm slots; what comes back unclean is destroyed and replaced."""

    def __init__(self, sandbox: Sandbox, *, spares: int = 1) -> None:
        """Make an empty pool.

        Args:
            sandbox: makes the slots; the pool does not close it.
            spares: warm slots kept ready beside the one in use, 0 or more.
        """
        self._sandbox = sandbox
        self._spares = spares
        self._idle: list[Slot] = []
        self._starting: list[Future[Slot]] = []
        self._starter = ThreadPoolExecutor(1, thread_name_prefix="slot-starter")
        self._closed = False
        self.replaced = 0
        """How many slots were destroyed because they failed or were not clean."""

    def acquire(self) -> Slot:
        """Return a warm slot; the caller gives it back by `release` or `discard`.

        Raises:
            SandboxError: no slot can be started.
        """
        slot = self._take()
        self._order_spares()
        return slot

    def release(self, slot: Slot) -> None:
        """Take back a slot whose `finish` returned True."""
        if self._closed:
            slot.destroy()
        else:
            self._idle.append(slot)

    def discard(self, slot: Slot) -> None:
        """Destroy a slot that failed or is not clean."""
        self.replaced += 1
        slot.destroy()

    def warm_up(self) -> None:
        """Start the first slot now, so that the first submission does not wait for it.

        Raises:
            SandboxError: no slot can be started.
        """
        self.release(self._take())

    def close(self) -> None:
        """Destroy every slot that is not out; slots that come back later are destroyed then."""
        self._closed = True
        self._starter.shutdown(wait=True)
        for future in self._starting:
            with contextlib.suppress(SandboxError):
                future.result().destroy()
        for slot in self._idle:
            slot.destroy()
        self._starting.clear()
        self._idle.clear()

    def _take(self) -> Slot:
        if self._idle:
            return self._idle.pop()
        while self._starting:
            try:
                return self._starting.pop(0).result()
            except SandboxError:
                continue
        return self._sandbox.open_slot()

    def _order_spares(self) -> None:
        if self._closed:
            return
        while len(self._idle) + len(self._starting) < self._spares:
            self._starting.append(self._starter.submit(self._sandbox.open_slot))
