"""The queue of the embedded size: worker processes as children, tasks in memory.

Imports asyncio, the envelope and `service.metrics`. One keeper (an asyncio task) a worker starts
it, feeds it chunks and starts it again, with growing pauses, when it is lost. What a lost worker
had not finished is queued again; the submission that it was at counts one attempt, and after the
last one is delivered as `Lost`. Where no worker lives for a while, all that waits is `Lost`.

Invariant: a task is in exactly one of `_pending` and `_running` from `put` until it is delivered
or dropped.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn, assert_never

import structlog

from service.errors import NoWorker, QueueFull, StartFailed, Stopping, WorkerLost
from service.jobqueue.api import Deliver, Lost, Outcome, QueueStats, Task
from service.jobqueue.child import Child, WorkerSetup, WorkerUnavailable
from service.jobqueue.drain import DrainRate
from service.jobqueue.envelope import (
    Beat,
    Finished,
    Judged,
    Prepared,
    Ran,
    Ready,
    Unavailable,
)
from service.jobqueue.job_text import job_text
from service.jobqueue.pending import Pending
from service.metrics import Metrics

_FIRST_PAUSE_S = 0.1
_LONGEST_PAUSE_S = 10.0
_END_GRACE_S = 10.0


@dataclass(frozen=True, kw_only=True, slots=True)
class QueueLimits:
    """The bounds of an embedded queue; see the settings of the same names.

    Attributes:
        workers: worker processes, >= 1.
        max_tasks: accepted and unfinished tasks.
        attempts: lost workers after which a task is `Lost`.
        stall_s: silence, beyond the longest test case, after which a worker is killed.
        start_timeout_s: how long a worker may take to its first slot.
        no_worker_grace_s: how long tasks wait where no worker lives.
    """

    workers: int
    max_tasks: int
    attempts: int
    stall_s: float
    start_timeout_s: float
    no_worker_grace_s: float


class EmbeddedQueue:
    """A `JobQueue` whose workers are children of this process."""

    def __init__(
        self,
        *,
        limits: QueueLimits,
        setup: Callable[[int], WorkerSetup],
        deliver: Deliver,
        metrics: Metrics,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limits = limits
        self._setup = setup
        self._deliver = deliver
        self._metrics = metrics
        self._monotonic = monotonic
        self._pending = Pending()
        self._running: dict[tuple[str, int], Task] = {}
        self._idle: deque[asyncio.Future[list[Task]]] = deque()
        self._children: dict[int, Child] = {}
        self._keepers: list[asyncio.Task[None]] = []
        self._drain = DrainRate()
        self._ready: Ready | None = None
        self._stopping = False
        self._over = asyncio.Event()
        self._empty = asyncio.Event()
        self._no_worker: asyncio.TimerHandle | None = None
        self._failing: set[asyncio.Task[None]] = set()
        self._log = structlog.get_logger()

    async def start(self) -> None:
        """Bring all workers up.

        Raises:
            StartFailed: a worker cannot open a slot here; the message says what mends it.
        """
        loop = asyncio.get_running_loop()
        firsts: list[asyncio.Future[Exception | None]] = []
        for number in range(self._limits.workers):
            first: asyncio.Future[Exception | None] = loop.create_future()
            firsts.append(first)
            self._keepers.append(asyncio.create_task(self._keep(number, first)))
        self._metrics.slots.set(self._limits.workers)
        failures = [failure for failure in await asyncio.gather(*firsts) if failure is not None]
        if failures:
            await self.stop(0.0)
            raise StartFailed(str(failures[0])) from failures[0]

    async def put(self, tasks: Sequence[Task]) -> None:
        """Accept all tasks or none.

        Raises:
            QueueFull: there is no room; `retry_after_s` guesses when there is.
            NoWorker: no worker lives at this moment.
            Stopping: the queue takes nothing more.
        """
        if self._stopping:
            raise Stopping("the service is shutting down", retry_after_s=5.0)
        if not self._children:
            raise NoWorker("no worker is ready to judge", retry_after_s=2.0)
        held = self._load()
        over = held + len(tasks) - self._limits.max_tasks
        if over > 0:
            raise QueueFull(
                f"queue holds {held} submissions, {len(tasks)} more > {self._limits.max_tasks}",
                retry_after_s=self._drain.seconds_until(over, self._monotonic()),
            )
        self._pending.add(tasks)
        self._dispatch()

    async def drop(self, batch_id: str) -> int:
        """Forget what is not finished of a batch; a worker that is at it finishes for nothing."""
        dropped = len(self._pending.drop(batch_id))
        for key in [key for key in self._running if key[0] == batch_id]:
            del self._running[key]
            dropped += 1
        self._note_load()
        return dropped

    def stats(self) -> QueueStats:
        """Return the queue as it stands."""
        return QueueStats(
            queued=len(self._pending),
            running=len(self._running),
            live_workers=len(self._children),
            ready=self._ready,
        )

    async def stop(self, grace_s: float) -> None:
        """Finish what was accepted, within `grace_s`; the rest is `Lost`; no worker is left."""
        self._stopping = True
        self._note_load()
        try:
            async with asyncio.timeout(grace_s):
                await self._empty.wait()
        except TimeoutError:
            self._log.warning("work is left at shutdown", tasks=self._load())
        self._over.set()
        if self._no_worker is not None:
            self._no_worker.cancel()
        for idle in self._idle:
            if not idle.done():
                idle.set_result([])
        await self._lose(self._pending.drop_all(), "the service was stopped before it was judged")
        await asyncio.gather(
            *(child.end(grace_s=_END_GRACE_S) for child in list(self._children.values()))
        )
        await asyncio.gather(*self._keepers, *self._failing)

    # Workers.

    async def _keep(self, number: int, first: asyncio.Future[Exception | None]) -> None:
        pause_s = _FIRST_PAUSE_S
        while not self._over.is_set():
            try:
                child = await self._open(number)
            except WorkerLost as error:
                self._log.warning("worker did not start", worker=number, reason=str(error))
                if not first.done():
                    first.set_result(error)
            else:
                if not first.done():
                    first.set_result(None)
                if await self._serve(number, child):
                    pause_s = _FIRST_PAUSE_S
            if not self._over.is_set():
                await self._pause(pause_s)
                pause_s = min(_LONGEST_PAUSE_S, pause_s * 2)

    async def _open(self, number: int) -> Child:
        child = await Child.spawn(self._setup(number))
        try:
            self._ready = await child.ready(timeout_s=self._limits.start_timeout_s)
        except WorkerLost as error:
            await child.end(grace_s=0.0 if not isinstance(error, WorkerUnavailable) else 1.0)
            raise
        self._children[number] = child
        self._note_workers()
        return child

    async def _serve(self, number: int, child: Child) -> bool:
        """Feed a worker until it is lost or the queue is over; True if it finished any job."""
        finished = False
        try:
            while chunk := await self._next_chunk(child):
                await self._work(child, chunk)
                finished = True
        except WorkerLost as error:
            if not self._over.is_set():
                self._metrics.worker_deaths.inc()
                bug = error.__cause__ if not isinstance(error.__cause__, WorkerLost) else None
                self._log.warning("worker was lost", worker=number, reason=str(error), exc_info=bug)
        finally:
            await child.end(grace_s=_END_GRACE_S if self._over.is_set() else 0.0)
            del self._children[number]
            self._note_workers()
        return finished

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._over.wait()
        except TimeoutError:
            return

    # Tasks.

    async def _next_chunk(self, child: Child) -> list[Task]:
        """Return the worker's next chunk, empty where the queue is over."""
        if self._over.is_set():
            return []
        if chunk := self._take():
            return chunk
        given: asyncio.Future[list[Task]] = asyncio.get_running_loop().create_future()
        self._idle.append(given)
        lost = asyncio.create_task(child.lost.wait())
        either: list[asyncio.Future[Any]] = [given, lost]  # Any: they hold two kinds of values
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if given.done():
            lost.cancel()
            return given.result()
        self._idle.remove(given)
        raise WorkerLost(f"worker {child.pid} died while idle")

    def _take(self) -> list[Task]:
        chunk = self._pending.take(workers=max(1, len(self._children)))
        for task in chunk:
            self._running[task.batch_id, task.index] = task
        self._note_load()
        return chunk

    def _dispatch(self) -> None:
        while self._idle and len(self._pending):
            given = self._idle.popleft()
            if not given.done():
                given.set_result(self._take())
        self._note_load()

    async def _work(self, child: Child, chunk: list[Task]) -> None:
        """Have a chunk judged, delivering each result as it comes.

        Raises:
            WorkerLost: the worker is of no more use; what it left is queued again or `Lost`.
        """
        left = dict(enumerate(chunk))
        silence_s = self._limits.stall_s + chunk[0].longest_test_s
        prepared = False
        try:
            await child.send(job_text(chunk), timeout_s=self._limits.stall_s)
            while True:
                report = await child.receive(timeout_s=silence_s)
                match report:
                    case Prepared():
                        prepared = True
                    case Judged():
                        await self._finish(_pop(left, report.position), report.result)
                    case Ran():
                        await self._finish(
                            _pop(left, 0), report.answer or Lost(reason=report.error)
                        )
                    case Finished():
                        self._metrics.slot_replacements.inc(report.slots_replaced)
                        break
                    case Beat():
                        pass
                    case Ready() | Unavailable():
                        _refuse(f"worker {child.pid} said {report.kind} at work")
                    case _:
                        assert_never(report)
            if left:
                _refuse(f"worker {child.pid} left {len(left)} submissions out")
        except Exception as error:
            # Whatever it was, a bug of this file too: the tasks must not be stranded.
            lost = error if isinstance(error, WorkerLost) else WorkerLost(type(error).__name__)
            await self._requeue(list(left.values()), all_suspect=not prepared, reason=str(lost))
            raise lost from error

    async def _finish(self, task: Task, outcome: Outcome) -> None:
        if self._running.pop((task.batch_id, task.index), None) is None:
            return
        self._drain.count(self._monotonic())
        await self._deliver(task, outcome)
        self._note_load()

    async def _requeue(self, tasks: list[Task], *, all_suspect: bool, reason: str) -> None:
        """Queue a lost worker's tasks again; those it may have died of have one attempt less."""
        again: list[Task] = []
        for place, task in enumerate(tasks):
            if (task.batch_id, task.index) not in self._running:
                continue
            attempts = task.attempts + (1 if all_suspect or place == 0 else 0)
            if self._over.is_set():
                await self._finish(
                    task, Lost(reason="the service was stopped before it was judged")
                )
            elif attempts >= self._limits.attempts:
                await self._finish(
                    task, Lost(reason=f"given up after {attempts} attempts: {reason}")
                )
            else:
                del self._running[task.batch_id, task.index]
                again.append(replace(task, attempts=attempts))
        self._pending.put_back(again)
        self._metrics.requeued.inc(len(again))
        self._dispatch()

    async def _lose(self, tasks: list[Task], reason: str) -> None:
        for task in tasks:
            await self._deliver(task, Lost(reason=reason))
        self._note_load()

    # What others see.

    def _load(self) -> int:
        return len(self._pending) + len(self._running)

    def _note_load(self) -> None:
        self._metrics.queue_submissions.labels(state="queued").set(len(self._pending))
        self._metrics.queue_submissions.labels(state="running").set(len(self._running))
        if self._load():
            self._empty.clear()
        else:
            self._empty.set()

    def _note_workers(self) -> None:
        live = len(self._children)
        self._metrics.slots_live.set(live)
        if live and self._no_worker is not None:
            self._no_worker.cancel()
            self._no_worker = None
        elif not live and self._no_worker is None and not self._over.is_set():
            loop = asyncio.get_running_loop()
            self._no_worker = loop.call_later(self._limits.no_worker_grace_s, self._give_up)

    def _give_up(self) -> None:
        self._no_worker = None
        reason = f"no worker was alive for {self._limits.no_worker_grace_s} s"
        failing = asyncio.create_task(self._lose(self._pending.drop_all(), reason))
        self._failing.add(failing)
        failing.add_done_callback(self._failing.discard)


def _refuse(what: str) -> NoReturn:
    raise WorkerLost(what)


def _pop(left: dict[int, Task], position: int) -> Task:
    try:
        return left.pop(position)
    except KeyError as error:
        raise WorkerLost(f"worker answered position {position} that it was not at") from error
