"""Tasks that wait for a worker: which go next, and how many at once. Pure, no clock, no I/O.

Batches are served in turn, so a batch of 10 is not stuck behind one of 10,000. A chunk holds tasks
of one problem of one batch. Chunks shrink as the queue runs empty, so that the last ones keep all
workers busy; while much is queued they are large, so that messages cost little.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from itertools import groupby

from service.jobqueue.api import Task
from trainer_client.wire import RunRequest

MAX_CHUNK_TASKS = 16
MAX_CHUNK_BYTES = 4 * 1024 * 1024
_CHUNKS_PER_WORKER = 4


class Pending:
    """The waiting tasks, by batch and problem."""

    def __init__(self) -> None:
        self._batches: OrderedDict[str, deque[deque[Task]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        """Return how many tasks wait."""
        return self._count

    def add(self, tasks: Sequence[Task]) -> None:
        """Append tasks, each to its batch; tasks of one batch and problem share chunks."""
        groups: dict[tuple[str, int], deque[Task]] = {}
        for task in tasks:
            groups.setdefault((task.batch_id, id(task.work)), deque()).append(task)
        for (batch_id, _), group in groups.items():
            self._batches.setdefault(batch_id, deque()).append(group)
        self._count += len(tasks)

    def put_back(self, tasks: Iterable[Task]) -> None:
        """Put tasks of a lost chunk in front of their batch, as chunks of tasks of equal attempts.

        A task that lost a worker travels alone from then on, so that it cannot take others along.
        """
        again = list(tasks)
        for attempts, group in groupby(again, key=lambda task: task.attempts):
            kept = list(group)
            parts = [kept] if attempts == 0 else [[task] for task in kept]
            for part in parts:
                self._batches.setdefault(part[0].batch_id, deque()).appendleft(deque(part))
        self._count += len(again)

    def take(self, *, workers: int) -> list[Task]:
        """Return the next chunk, empty where nothing waits.

        Args:
            workers: how many workers share what waits, >= 1.
        """
        if not self._batches:
            return []
        size = min(MAX_CHUNK_TASKS, max(1, self._count // (workers * _CHUNKS_PER_WORKER)))
        batch_id, groups = self._batches.popitem(last=False)
        group = groups[0]
        chunk = [group.popleft()]
        room = MAX_CHUNK_BYTES - _weight(chunk[0])
        while group and len(chunk) < size and _weight(group[0]) <= room:
            chunk.append(group.popleft())
            room -= _weight(chunk[-1])
        if not group:
            groups.popleft()
        if groups:
            self._batches[batch_id] = groups
        self._count -= len(chunk)
        return chunk

    def drop(self, batch_id: str) -> list[Task]:
        """Remove and return what waits of a batch."""
        groups = self._batches.pop(batch_id, deque())
        dropped = [task for group in groups for task in group]
        self._count -= len(dropped)
        return dropped

    def drop_all(self) -> list[Task]:
        """Remove and return everything that waits."""
        return [task for batch_id in list(self._batches) for task in self.drop(batch_id)]


def _weight(task: Task) -> int:
    item = task.item
    if isinstance(item, RunRequest):
        return len(item.source) + len(item.stdin)
    return len(item.source or item.completion or "")
