"""What every queue keeps: each accepted task is delivered exactly once, whatever dies."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import psutil
import pytest
from prometheus_client import CollectorRegistry

from service.errors import NoWorker, QueueFull, StartFailed, Stopping
from service.jobqueue.api import JobQueue, JudgeWork, Lost, Outcome, Task
from service.jobqueue.child import WorkerSetup
from service.jobqueue.embedded import EmbeddedQueue, QueueLimits
from service.metrics import Metrics
from service.problem_files import ProblemFiles
from service.settings import Settings
from trainer_client.wire import (
    Problem,
    Reward,
    RunAnswer,
    RunRequest,
    Submission,
    SubmissionResult,
)

LIMIT_S = 60.0
RIGHT = "print(int(input()) * 2)"
SLOW = "import time; time.sleep(0.2); print(int(input()) * 2)"
ENDLESS = "import time; time.sleep(100)"
POISON = """
import os, signal
pid = os.getppid()
while b"service.worker" not in open(f"/proc/{pid}/cmdline", "rb").read():
    pid = int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1])
os.kill(pid, signal.SIGKILL)
"""


class Delivered:
    """What a queue delivered, and a way to wait for it."""

    def __init__(self) -> None:
        self.outcomes: list[tuple[Task, Outcome]] = []
        self._came = asyncio.Condition()

    async def __call__(self, task: Task, outcome: Outcome) -> None:
        async with self._came:
            self.outcomes.append((task, outcome))
            self._came.notify_all()

    async def wait_for(self, count: int) -> None:
        async with asyncio.timeout(LIMIT_S), self._came:
            await self._came.wait_for(lambda: len(self.outcomes) >= count)

    def each_once(self, tasks: list[Task]) -> bool:
        keys = Counter((task.batch_id, task.index) for task, _ in self.outcomes)
        return keys == Counter((task.batch_id, task.index) for task in tasks)

    def verdicts(self) -> dict[int, str]:
        return {
            task.index: outcome.verdict.value if isinstance(outcome, SubmissionResult) else "lost"
            for task, outcome in self.outcomes
        }


class Bench:
    """A started queue, what it delivered, and tasks for it."""

    def __init__(self, queue: JobQueue, delivered: Delivered, work: JudgeWork) -> None:
        self.queue = queue
        self.delivered = delivered
        self._work = work

    def tasks(self, *sources: str, batch_id: str = "b") -> list[Task]:
        return [
            Task(
                batch_id=batch_id,
                index=index,
                item=Submission(id=f"s{index}", problem="p", source=source),
                work=self._work,
                longest_test_s=0.0,
            )
            for index, source in enumerate(sources)
        ]

    async def judge(self, *sources: str) -> list[Task]:
        tasks = self.tasks(*sources)
        await self.queue.put(tasks)
        await self.delivered.wait_for(len(tasks))
        return tasks


def workers() -> list[psutil.Process]:
    """Return the worker processes of this test process."""
    return [
        child
        for child in psutil.Process().children()
        if child.status() != psutil.STATUS_ZOMBIE and "service.worker" in child.cmdline()
    ]


@asynccontextmanager
async def embedded(**changes: Any) -> AsyncGenerator[Bench]:
    """Lend an embedded queue over the sandbox that isolates nothing."""
    settings = Settings(backend="fake", isolation="none", **changes.pop("settings", {}))
    problems = ProblemFiles()
    problem = Problem.model_validate(
        {"mode": "stdio", "tests": [{"input": "2", "output": "4"}], "limits": {"cpu_time_s": 2}}
    )
    work = JudgeWork(
        problem_sha256=problems.hold(problem.model_dump_json().encode()),
        total=len(problem.tests),
        reward=Reward.BINARY,
        stop_on_first_failure=False,
        policy=None,
        max_tests=None,
        deadline_unix_s=None,
    )
    limits: dict[str, Any] = {
        "workers": 2,
        "max_tasks": 1000,
        "attempts": 3,
        "stall_s": LIMIT_S,
        "start_timeout_s": LIMIT_S,
        "no_worker_grace_s": LIMIT_S,
    }
    delivered = Delivered()
    queue = EmbeddedQueue(
        limits=QueueLimits(**(limits | changes)),
        setup=lambda number: WorkerSetup(
            number=number,
            settings_json=settings.model_dump_json(),
            problem_folder=str(problems.folder),
        ),
        deliver=delivered,
        metrics=Metrics(CollectorRegistry()),
    )
    try:
        await queue.start()
        yield Bench(queue, delivered, work)
    finally:
        await queue.stop(0.0)
        problems.close()
    assert workers() == []


every_queue = pytest.mark.parametrize("lend", [pytest.param(embedded, id="embedded")])


@every_queue
def test_each_task_is_delivered_once_with_its_own_verdict(lend: Any) -> None:
    async def scenario() -> None:
        async with lend() as bench:
            sources = [RIGHT, "print(5)", "print(", "1/0"] * 10
            tasks = await bench.judge(*sources)
            assert bench.delivered.each_once(tasks)
            verdicts = bench.delivered.verdicts()
            expected = ["AC", "WA", "CE", "RE"] * 10
            assert [verdicts[index] for index in range(40)] == expected

    asyncio.run(scenario())


@every_queue
def test_a_run_is_delivered_as_facts(lend: Any) -> None:
    async def scenario() -> None:
        async with lend() as bench:
            request = RunRequest(source="print(input())", stdin="é", language="python3")
            task = Task(batch_id="r", index=0, item=request, work=None, longest_test_s=0.0)
            await bench.queue.put([task])
            await bench.delivered.wait_for(1)
            ((_, answer),) = bench.delivered.outcomes
            assert isinstance(answer, RunAnswer)
            assert (answer.exit_kind, answer.stdout) == ("exited", "é\n")

    asyncio.run(scenario())


@every_queue
def test_a_worker_killed_in_the_middle_loses_nothing(lend: Any) -> None:
    async def scenario() -> None:
        async with lend() as bench:
            tasks = bench.tasks(*[SLOW] * 30)
            await bench.queue.put(tasks)
            for count in (3, 10):
                await bench.delivered.wait_for(count)
                os.kill(workers()[0].pid, signal.SIGKILL)
            await bench.delivered.wait_for(30)
            assert bench.delivered.each_once(tasks)
            assert set(bench.delivered.verdicts().values()) == {"AC"}

    asyncio.run(scenario())


@every_queue
def test_all_workers_killed_at_once_lose_nothing(lend: Any) -> None:
    async def scenario() -> None:
        async with lend() as bench:
            tasks = bench.tasks(*[SLOW] * 10)
            await bench.queue.put(tasks)
            await bench.delivered.wait_for(1)
            for worker in workers():
                os.kill(worker.pid, signal.SIGKILL)
            await bench.delivered.wait_for(10)
            assert bench.delivered.each_once(tasks)
            assert set(bench.delivered.verdicts().values()) == {"AC"}

    asyncio.run(scenario())


@every_queue
def test_a_worker_that_stops_answering_is_replaced(lend: Any) -> None:
    async def scenario() -> None:
        async with lend(stall_s=1.0) as bench:
            tasks = bench.tasks(*[RIGHT] * 30)
            os.kill(workers()[0].pid, signal.SIGSTOP)
            await bench.queue.put(tasks)
            await bench.delivered.wait_for(30)
            assert bench.delivered.each_once(tasks)
            assert set(bench.delivered.verdicts().values()) == {"AC"}

    asyncio.run(scenario())


@every_queue
def test_a_program_that_kills_its_worker_ends_as_lost_and_takes_nobody_along(lend: Any) -> None:
    async def scenario() -> None:
        async with lend() as bench:
            tasks = await bench.judge(*[RIGHT] * 8, POISON, *[RIGHT] * 8)
            assert bench.delivered.each_once(tasks)
            verdicts = bench.delivered.verdicts()
            assert verdicts.pop(8) == "lost"
            assert set(verdicts.values()) == {"AC"}
            reason = next(out.reason for _, out in bench.delivered.outcomes if type(out) is Lost)
            assert "3 attempts" in reason

    asyncio.run(scenario())


@every_queue
def test_a_full_queue_takes_all_or_nothing(lend: Any) -> None:
    async def scenario() -> None:
        async with lend(max_tasks=3, workers=1) as bench:
            with pytest.raises(QueueFull) as caught:
                await bench.queue.put(bench.tasks(*[RIGHT] * 4))
            assert caught.value.retry_after_s is not None
            assert bench.queue.stats().queued == 0
            await bench.judge(*[RIGHT] * 3)
            await bench.queue.put(bench.tasks(*[RIGHT] * 3, batch_id="again"))
            await bench.delivered.wait_for(6)

    asyncio.run(scenario())


@every_queue
def test_a_dropped_batch_is_not_delivered_and_its_neighbour_is(lend: Any) -> None:
    async def scenario() -> None:
        async with lend(workers=1) as bench:
            await bench.queue.put(bench.tasks(*[SLOW] * 5, batch_id="dropped"))
            kept = bench.tasks(RIGHT, batch_id="kept")
            await bench.queue.put(kept)
            assert await bench.queue.drop("dropped") == 5
            await bench.delivered.wait_for(1)
            assert bench.delivered.each_once(kept)
            assert await bench.queue.drop("dropped") == 0

    asyncio.run(scenario())


@every_queue
def test_a_stop_with_grace_finishes_what_was_accepted(lend: Any) -> None:
    async def scenario() -> None:
        async with lend() as bench:
            tasks = bench.tasks(*[SLOW] * 6)
            await bench.queue.put(tasks)
            await bench.queue.stop(LIMIT_S)
            assert bench.delivered.each_once(tasks)
            assert set(bench.delivered.verdicts().values()) == {"AC"}
            assert workers() == []
            with pytest.raises(Stopping):
                await bench.queue.put(tasks)

    asyncio.run(scenario())


@every_queue
def test_a_stop_without_grace_delivers_the_rest_as_lost_and_leaves_no_process(lend: Any) -> None:
    async def scenario() -> None:
        async with lend() as bench:
            tasks = bench.tasks(*[ENDLESS] * 6)
            await bench.queue.put(tasks)
            family = [one for own in workers() for one in (own, *own.children(recursive=True))]
            await bench.queue.stop(0.0)
            assert bench.delivered.each_once(tasks)
            assert set(bench.delivered.verdicts().values()) == {"lost"}
            _, left = psutil.wait_procs(family, timeout=LIMIT_S)
            assert left == []

    asyncio.run(scenario())


@every_queue
def test_where_no_worker_comes_back_the_waiting_tasks_are_lost(lend: Any) -> None:
    async def scenario() -> None:
        async with lend(no_worker_grace_s=0.0, workers=1) as bench:
            tasks = bench.tasks(*[SLOW] * 5)
            await bench.queue.put(tasks)
            os.kill(workers()[0].pid, signal.SIGKILL)
            await bench.delivered.wait_for(5)
            assert bench.delivered.each_once(tasks)
            assert set(bench.delivered.verdicts().values()) == {"lost"}
            async with asyncio.timeout(LIMIT_S):
                while True:
                    try:
                        await bench.queue.put(bench.tasks(RIGHT, batch_id="later"))
                    except NoWorker:
                        await asyncio.sleep(0.01)
                    else:
                        break
            await bench.delivered.wait_for(6)

    asyncio.run(scenario())


def test_a_backend_that_cannot_run_here_fails_the_start_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    async def scenario() -> None:
        settings = Settings(backend="bubblewrap")
        problems = ProblemFiles()
        queue = EmbeddedQueue(
            limits=QueueLimits(
                workers=1,
                max_tasks=1,
                attempts=1,
                stall_s=LIMIT_S,
                start_timeout_s=LIMIT_S,
                no_worker_grace_s=LIMIT_S,
            ),
            setup=lambda number: WorkerSetup(
                number=number,
                settings_json=settings.model_dump_json(),
                problem_folder=str(problems.folder),
            ),
            deliver=Delivered(),
            metrics=Metrics(CollectorRegistry()),
        )
        with pytest.raises(StartFailed, match=r"(?i)bubblewrap|bwrap"):
            await queue.start()
        problems.close()
        assert workers() == []

    asyncio.run(scenario())
