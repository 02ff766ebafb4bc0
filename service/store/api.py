"""The seam to where batches and results are kept.

Imports the wire types and `service.errors`. The promise of every store: a result is written once
and never changes; a batch is DONE exactly when each of its submissions has a result; a finished
batch is kept for its time to live. Waiting is told by the store, not polled for by the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from trainer_client.wire import BatchStatus, SubmissionResult


class Store(Protocol):
    """Keeps batches and their results."""

    async def create(self, batch_id: str, ids: Sequence[str]) -> None:
        """Make a batch of these submission ids, with no results yet.

        Raises:
            QueueFull: the store has no room for more results; retry later.
        """
        ...

    async def discard(self, batch_id: str) -> None:
        """Forget a batch, as if it had never been made."""
        ...

    async def add(self, batch_id: str, index: int, result: SubmissionResult) -> bool:
        """Write the result of submission `index`; False, and nothing changes, if it has one.

        False also where the batch is not known (any more).
        """
        ...

    async def missing(self, batch_id: str) -> list[int]:
        """Return the indexes of a batch that have no result, empty where it is not known."""
        ...

    async def read(self, batch_id: str) -> BatchStatus:
        """Return a batch as it stands.

        Raises:
            UnknownBatch: no such batch.
        """
        ...

    async def wait_done(self, batch_id: str, *, wait_s: float) -> bool:
        """Return True once the batch is done, False when `wait_s` ran out before that.

        Raises:
            UnknownBatch: no such batch.
        """
        ...

    async def arrived(self, batch_id: str, *, after: int) -> list[SubmissionResult]:
        """Return the results beyond the first `after` that came, in the order of their coming.

        Waits until there is one; empty only where all have come and `after` counts them.

        Raises:
            UnknownBatch: no such batch.
        """
        ...

    async def wait_read(self, *, wait_s: float) -> None:
        """Return once somebody has read every finished batch, or when `wait_s` ran out."""
        ...
