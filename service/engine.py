"""The engine: batches in, results out; what the HTTP API and the command line both use.

Imports the seams (queue, store), the admission and the wire types; knows neither HTTP nor how
workers are reached. Every submission that `submit` accepted gets exactly one result, at the latest
when the batch's deadline passes or the service stops.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from secrets import token_hex
from typing import assert_never

import structlog

from service.admission import Admission, AdmittedProblem
from service.capabilities import capabilities_of, health_of
from service.errors import NoWorker, RunFailed, Stopping
from service.internal_error import internal_error
from service.jobqueue.api import Deliver, JobQueue, JudgeWork, Lost, Outcome, QueueStats, Task
from service.limits import longest_test_s
from service.metrics import Metrics
from service.problem_files import ProblemFiles
from service.settings import Settings
from service.store.api import Store
from trainer_client.wire import (
    BatchRequest,
    BatchStatus,
    Capabilities,
    Health,
    LanguageInfo,
    RunAnswer,
    RunRequest,
    SubmissionResult,
)


@dataclass(slots=True, eq=False)
class _Open:
    """What is held for a batch until it is done."""

    accepted_s: float
    left: int
    totals: list[tuple[str, int]]
    held: list[str]
    deadline: asyncio.TimerHandle | None = None


@dataclass(slots=True, eq=False)
class _Lives:
    """Where the engine is in its life."""

    started: bool = False
    stopping: bool = False
    background: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])


class Engine:
    """Accepts batches and answers for them."""

    def __init__(
        self,
        *,
        settings: Settings,
        admission: Admission,
        queue: Callable[[Deliver], JobQueue],
        store: Store,
        problems: ProblemFiles,
        metrics: Metrics,
        monotonic: Callable[[], float] = time.monotonic,
        unix: Callable[[], float] = time.time,
    ) -> None:
        self.settings = settings
        self.metrics = metrics
        self._admission = admission
        self._queue = queue(self._deliver)
        self._store = store
        self._problems = problems
        self._monotonic = monotonic
        self._unix = unix
        self._open: dict[str, _Open] = {}
        self._runs: dict[str, asyncio.Future[RunAnswer | Lost]] = {}
        self._life = _Lives()
        self._log = structlog.get_logger()

    async def start(self) -> None:
        """Bring the workers up.

        Raises:
            StartFailed: programs cannot be judged here; the message says what mends it.
        """
        await self._queue.start()
        self._life.started = True

    async def stop(self, grace_s: float) -> None:
        """Accept nothing more; finish what was accepted within `grace_s`; the rest ends as IE.

        When this returns no worker, no sandbox and no file of the engine is left.
        """
        self._life.stopping = True
        await self._queue.stop(grace_s)
        for batch_id in list(self._open):
            await self._fail(batch_id, "the service was stopped before it was judged")
        await asyncio.gather(*self._life.background)
        self._problems.close()

    async def submit(self, request: BatchRequest) -> str:
        """Accept a batch as a whole; return its id.

        Raises:
            BadInput: a field is wrong; the caller must mend it.
            QueueFull: no room now; the caller may retry.
            NoWorker: no worker is ready; the caller may retry.
            Stopping: the service is shutting down.
        """
        self._refuse_when_not_working()
        admitted = await asyncio.to_thread(self._admission.batch, request)
        hashes = await asyncio.to_thread(self._hold, admitted)
        batch_id = f"b{token_hex(16)}"
        accepted = False
        try:
            await self._accept(batch_id, request, admitted, hashes)
            accepted = True
        finally:
            if not accepted:
                self._open.pop(batch_id, None)
                await self._store.discard(batch_id)
                self._release(list(hashes.values()))
        self.metrics.submissions_accepted.inc(len(request.submissions))
        return batch_id

    async def status(self, batch_id: str, *, wait_s: float = 0.0) -> BatchStatus:
        """Return a batch as it stands once it is done, or when `wait_s` ran out.

        Raises:
            UnknownBatch: no such batch.
        """
        await self._store.wait_done(batch_id, wait_s=wait_s)
        return await self._store.read(batch_id)

    async def stream(self, batch_id: str) -> AsyncIterator[SubmissionResult]:
        """Yield a batch's results as they come, until all have come.

        Raises:
            UnknownBatch: no such batch.
        """
        seen = 0
        while results := await self._store.arrived(batch_id, after=seen):
            for result in results:
                yield result
            seen += len(results)

    async def run(self, request: RunRequest) -> RunAnswer:
        """Run one program; return what it did.

        Raises:
            BadInput: a field is wrong; the caller must mend it.
            RunFailed: the run was lost through a fault of ours; the caller may retry.
            QueueFull: no room now; the caller may retry.
            NoWorker: no worker is ready; the caller may retry.
            Stopping: the service is shutting down.
        """
        self._refuse_when_not_working()
        limits = self._admission.run(request)
        run_id = f"r{token_hex(16)}"
        answered: asyncio.Future[RunAnswer | Lost] = asyncio.get_running_loop().create_future()
        self._runs[run_id] = answered
        task = Task(
            batch_id=run_id,
            index=0,
            item=request,
            work=None,
            longest_test_s=longest_test_s(limits),
        )
        try:
            await self._queue.put([task])
            answer = await answered
        finally:
            del self._runs[run_id]
            await self._queue.drop(run_id)
        if isinstance(answer, Lost):
            raise RunFailed(answer.reason)
        self.metrics.runs.labels(exit_kind=answer.exit_kind).inc()
        return answer

    def stats(self) -> QueueStats:
        """Return the queue as it stands."""
        return self._queue.stats()

    async def wait_read(self, wait_s: float) -> None:
        """Return once somebody has read every finished batch, or when `wait_s` ran out."""
        await self._store.wait_read(wait_s=wait_s)

    def capabilities(self) -> Capabilities:
        """Return what this service can do.

        Raises:
            NoWorker: no worker was ever ready, so nobody knows.
        """
        return capabilities_of(self.settings, self._queue.stats())

    def languages(self) -> list[LanguageInfo]:
        """Return the languages that a worker found working, none before the first is ready."""
        ready = self._queue.stats().ready
        return [] if ready is None else ready.languages

    def health(self) -> Health:
        """Return whether the service can judge now."""
        return health_of(
            self.settings,
            self._queue.stats(),
            started=self._life.started,
            stopping=self._life.stopping,
        )

    def _refuse_when_not_working(self) -> None:
        if self._life.stopping:
            raise Stopping("the service is shutting down", retry_after_s=5.0)
        if self._queue.stats().ready is None:
            raise NoWorker("no worker is ready to judge", retry_after_s=2.0)

    def _hold(self, admitted: dict[str, AdmittedProblem]) -> dict[str, str]:
        return {
            name: self._problems.hold(problem.problem_json) for name, problem in admitted.items()
        }

    def _release(self, hashes: list[str]) -> None:
        for sha256 in hashes:
            self._problems.release(sha256)

    async def _accept(
        self,
        batch_id: str,
        request: BatchRequest,
        admitted: dict[str, AdmittedProblem],
        hashes: dict[str, str],
    ) -> None:
        """Hand a batch to store and queue; nothing of it is left behind where this raises."""
        await self._store.create(batch_id, [item.id for item in request.submissions])
        deadline_s = request.deadline_s
        work = {
            name: JudgeWork(
                problem_sha256=hashes[name],
                total=problem.total,
                reward=request.reward,
                stop_on_first_failure=request.stop_on_first_failure,
                policy=request.policy,
                max_tests=request.max_tests,
                extraction=request.extraction,
                output_chars=request.output_chars,
                deadline_unix_s=None if deadline_s is None else self._unix() + deadline_s,
            )
            for name, problem in admitted.items()
        }
        tasks = [
            Task(
                batch_id=batch_id,
                index=index,
                item=item,
                work=work[item.problem],
                longest_test_s=longest_test_s(admitted[item.problem].limits),
            )
            for index, item in enumerate(request.submissions)
        ]
        opened = self._open[batch_id] = _Open(
            accepted_s=self._monotonic(),
            left=len(tasks),
            totals=[(item.id, work[item.problem].total) for item in request.submissions],
            held=list(hashes.values()),
        )
        await self._queue.put(tasks)
        if deadline_s is not None and batch_id in self._open:
            loop = asyncio.get_running_loop()
            opened.deadline = loop.call_later(deadline_s, self._on_deadline, batch_id, deadline_s)

    def _on_deadline(self, batch_id: str, deadline_s: float) -> None:
        failing = asyncio.create_task(
            self._fail(batch_id, f"the batch's deadline of {deadline_s:g} s passed")
        )
        self._life.background.add(failing)
        failing.add_done_callback(self._life.background.discard)

    async def _fail(self, batch_id: str, reason: str) -> None:
        """End what is unfinished of a batch as IE."""
        await self._queue.drop(batch_id)
        opened = self._open.get(batch_id)
        if opened is None:
            return
        missing = await self._store.missing(batch_id)
        self._log.warning("batch is cut short", batch=batch_id, missing=len(missing), reason=reason)
        for index in missing:
            submission_id, total = opened.totals[index]
            result = internal_error(submission_id, total=total, reason=reason)
            await self._write(batch_id, index, result)

    async def _deliver(self, task: Task, outcome: Outcome) -> None:
        match outcome:
            case SubmissionResult():
                await self._write(task.batch_id, task.index, outcome)
            case RunAnswer():
                self._answer_run(task.batch_id, outcome)
            case Lost():
                if isinstance(task.item, RunRequest):
                    self._answer_run(task.batch_id, outcome)
                    return
                total = 0 if task.work is None else task.work.total
                result = internal_error(task.item.id, total=total, reason=outcome.reason)
                await self._write(task.batch_id, task.index, result)
            case _:
                assert_never(outcome)

    def _answer_run(self, run_id: str, answer: RunAnswer | Lost) -> None:
        waiting = self._runs.get(run_id)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    async def _write(self, batch_id: str, index: int, result: SubmissionResult) -> None:
        if not await self._store.add(batch_id, index, result):
            return
        opened = self._open.get(batch_id)
        if opened is None:
            return
        self.metrics.count_result(result, seconds=self._monotonic() - opened.accepted_s)
        opened.left -= 1
        if not opened.left:
            del self._open[batch_id]
            if opened.deadline is not None:
                opened.deadline.cancel()
            self._release(opened.held)
