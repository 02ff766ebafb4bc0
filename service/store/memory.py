"""The store of the embedded size: batches in this process's memory.

Imports asyncio and the wire types. A finished batch goes when its time to live is over; where room
is needed sooner, finished batches that were read go first, the oldest before others. Unread
results are never pushed out: then there is no room, and `create` says so.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from service.errors import QueueFull, UnknownBatch
from trainer_client.wire import BatchCounts, BatchState, BatchStatus, SubmissionResult, Verdict


@dataclass(slots=True, eq=False)
class _Batch:
    ids: tuple[str, ...]
    results: list[SubmissionResult | None]
    order: list[int] = field(default_factory=list[int])
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    read: asyncio.Event = field(default_factory=asyncio.Event)


class MemoryStore:
    """A `Store` in memory."""

    def __init__(
        self,
        *,
        ttl_s: float,
        max_results: int,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ttl_s = ttl_s
        self._max_results = max_results
        self._monotonic = monotonic
        self._batches: dict[str, _Batch] = {}
        self._done: deque[tuple[str, float]] = deque()
        self._held = 0

    async def create(self, batch_id: str, ids: Sequence[str]) -> None:
        """Make a batch of these submission ids, with no results yet.

        Raises:
            QueueFull: unread and unfinished results leave no room.
        """
        self._forget_expired()
        self._make_room(len(ids))
        self._batches[batch_id] = _Batch(ids=tuple(ids), results=[None] * len(ids))
        self._held += len(ids)

    async def discard(self, batch_id: str) -> None:
        """Forget a batch, as if it had never been made."""
        self._forget(batch_id)

    async def add(self, batch_id: str, index: int, result: SubmissionResult) -> bool:
        """Write the result of submission `index`; False, and nothing changes, if it has one."""
        batch = self._batches.get(batch_id)
        if batch is None or batch.results[index] is not None:
            return False
        batch.results[index] = result
        batch.order.append(index)
        batch.changed.set()
        batch.changed = asyncio.Event()
        if len(batch.order) == len(batch.ids):
            self._done.append((batch_id, self._monotonic()))
            batch.done.set()
        return True

    async def missing(self, batch_id: str) -> list[int]:
        """Return the indexes of a batch that have no result, empty where it is not known."""
        batch = self._batches.get(batch_id)
        if batch is None:
            return []
        return [index for index, result in enumerate(batch.results) if result is None]

    async def read(self, batch_id: str) -> BatchStatus:
        """Return a batch as it stands.

        Raises:
            UnknownBatch: no such batch.
        """
        batch = self._find(batch_id)
        results = [result for result in batch.results if result is not None]
        verdicts: dict[Verdict, int] = {}
        for result in results:
            verdicts[result.verdict] = verdicts.get(result.verdict, 0) + 1
        if batch.done.is_set():
            state = BatchState.DONE
            batch.read.set()
        else:
            state = BatchState.RUNNING if results else BatchState.QUEUED
        counts = BatchCounts(total=len(batch.ids), done=len(results), verdicts=verdicts)
        return BatchStatus(batch_id=batch_id, state=state, counts=counts, results=results)

    async def wait_done(self, batch_id: str, *, wait_s: float) -> bool:
        """Return True once the batch is done, False when `wait_s` ran out before that.

        Raises:
            UnknownBatch: no such batch.
        """
        batch = self._find(batch_id)
        if batch.done.is_set():
            return True
        try:
            async with asyncio.timeout(wait_s):
                await batch.done.wait()
        except TimeoutError:
            return False
        return True

    async def arrived(self, batch_id: str, *, after: int) -> list[SubmissionResult]:
        """Return the results beyond the first `after` that came, in the order of their coming.

        Raises:
            UnknownBatch: no such batch.
        """
        batch = self._find(batch_id)
        while len(batch.order) <= after and not batch.done.is_set():
            await batch.changed.wait()
        came = [batch.results[index] for index in batch.order[after:]]
        if not came:
            batch.read.set()
        return [result for result in came if result is not None]

    async def wait_read(self, *, wait_s: float) -> None:
        """Return once somebody has read every finished batch, or when `wait_s` ran out."""
        try:
            async with asyncio.timeout(wait_s):
                for batch in list(self._batches.values()):
                    if batch.done.is_set():
                        await batch.read.wait()
        except TimeoutError:
            return

    def _find(self, batch_id: str) -> _Batch:
        self._forget_expired()
        batch = self._batches.get(batch_id)
        if batch is None:
            raise UnknownBatch("no batch of this id is known, or its results have expired")
        return batch

    def _forget(self, batch_id: str) -> None:
        batch = self._batches.pop(batch_id, None)
        if batch is not None:
            self._held -= len(batch.ids)

    def _forget_expired(self) -> None:
        over_s = self._monotonic() - self._ttl_s
        while self._done and self._done[0][1] <= over_s:
            self._forget(self._done.popleft()[0])

    def _make_room(self, wanted: int) -> None:
        for batch_id, batch in list(self._batches.items()):
            if self._held + wanted <= self._max_results:
                return
            if batch.done.is_set() and batch.read.is_set():
                self._forget(batch_id)
        if self._held + wanted > self._max_results:
            raise QueueFull(
                f"store holds {self._held} results, {wanted} more > {self._max_results}",
                retry_after_s=10.0,
            )
