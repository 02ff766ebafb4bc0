"""The seam between the engine and whatever carries work to workers.

Imports the wire types and `service.errors`. The promise of every queue: each task that `put`
accepted is delivered exactly once, as its result or as `Lost`, whatever dies on the way.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from service.jobqueue.envelope import Ready
from trainer_client.wire import Reward, RunAnswer, RunRequest, Submission, SubmissionResult


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeWork:
    """What the tasks of one problem of one batch share.

    Attributes:
        problem_sha256: names the problem's JSON in the problem store.
        total: test cases that each result has.
        deadline_unix_s: when the batch's time is over, or None.
    """

    problem_sha256: str
    total: int
    reward: Reward
    stop_on_first_failure: bool
    policy: str | None
    max_tests: int | None
    deadline_unix_s: float | None
    extraction: Literal["default", "livecodebench"] = "default"
    output_chars: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """One submission, or one run, on its way.

    Attributes:
        batch_id: the batch that it came with.
        index: its place in the batch.
        item: what to judge or to run.
        work: what it shares with its neighbours; None for a run.
        longest_test_s: how long one test case of it can take on an overloaded machine.
        attempts: how often a worker was lost while it was being judged.
    """

    batch_id: str
    index: int
    item: Submission | RunRequest
    work: JudgeWork | None
    longest_test_s: float
    attempts: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Lost:
    """A task that no worker could finish; `reason` is one sentence."""

    reason: str


Outcome = SubmissionResult | RunAnswer | Lost
Deliver = Callable[[Task, Outcome], Awaitable[None]]


@dataclass(frozen=True, kw_only=True, slots=True)
class QueueStats:
    """The queue as it stands; `ready` is what the live workers said of themselves."""

    queued: int
    running: int
    live_workers: int
    ready: Ready | None


class JobQueue(Protocol):
    """Carries tasks to workers and their outcomes back."""

    async def start(self) -> None:
        """Bring workers up.

        Raises:
            StartFailed: no worker can run here; the message says what mends it.
        """
        ...

    async def put(self, tasks: Sequence[Task]) -> None:
        """Accept all tasks or none; those of one batch and problem stand together.

        Raises:
            QueueFull: there is no room; retry later.
            NoWorker: no worker lives at this moment; retry later.
            Stopping: the queue takes nothing more.
        """
        ...

    async def drop(self, batch_id: str) -> int:
        """Forget what is not finished of a batch, undelivered; return how many tasks that were."""
        ...

    def stats(self) -> QueueStats:
        """Return the queue as it stands."""
        ...

    async def stop(self, grace_s: float) -> None:
        """Finish what was accepted within `grace_s`, lose the rest as `Lost`, end all workers."""
        ...
