"""The order in which waiting tasks go to workers."""

from __future__ import annotations

from dataclasses import replace

from service.jobqueue.api import JudgeWork, Task
from service.jobqueue.pending import MAX_CHUNK_BYTES, MAX_CHUNK_TASKS, Pending
from trainer_client.wire import Reward, Submission


def work(problem: str = "p") -> JudgeWork:
    return JudgeWork(
        problem_sha256=problem,
        total=1,
        reward=Reward.BINARY,
        stop_on_first_failure=False,
        policy=None,
        max_tests=None,
        deadline_unix_s=None,
    )


def tasks(batch_id: str, count: int, of: JudgeWork, *, source: str = "x") -> list[Task]:
    return [
        Task(
            batch_id=batch_id,
            index=index,
            item=Submission(id=str(index), problem="p", source=source),
            work=of,
            longest_test_s=1.0,
        )
        for index in range(count)
    ]


def drained(pending: Pending, workers: int) -> list[list[Task]]:
    chunks: list[list[Task]] = []
    while chunk := pending.take(workers=workers):
        chunks.append(chunk)
    return chunks


def test_a_small_batch_goes_one_by_one_so_that_all_workers_are_busy() -> None:
    pending = Pending()
    pending.add(tasks("a", 4, work()))
    assert [len(chunk) for chunk in drained(pending, workers=2)] == [1, 1, 1, 1]


def test_a_large_batch_goes_in_large_chunks_that_shrink_at_the_end() -> None:
    pending = Pending()
    pending.add(tasks("a", 1000, work()))
    sizes = [len(chunk) for chunk in drained(pending, workers=2)]
    assert sum(sizes) == 1000
    assert sizes[0] == MAX_CHUNK_TASKS
    assert sizes[-1] == 1
    assert sizes == sorted(sizes, reverse=True)


def test_a_chunk_holds_one_problem_only() -> None:
    first, second = work("p"), work("q")
    pairs = zip(tasks("a", 50, first), tasks("a", 50, second), strict=True)
    mixed = [task for pair in pairs for task in pair]
    pending = Pending()
    pending.add(mixed)
    for chunk in drained(pending, workers=1):
        assert len({id(task.work) for task in chunk}) == 1


def test_a_chunk_of_long_sources_is_bounded_by_bytes() -> None:
    pending = Pending()
    pending.add(tasks("a", 64, work(), source="x" * (MAX_CHUNK_BYTES // 2)))
    assert max(len(chunk) for chunk in drained(pending, workers=1)) == 2


def test_batches_are_served_in_turn() -> None:
    pending = Pending()
    pending.add(tasks("large", 1000, work()))
    pending.add(tasks("small", 2, work()))
    pending.add(tasks("other", 1000, work()))
    served = [chunk[0].batch_id for chunk in (pending.take(workers=1) for _ in range(4))]
    assert served == ["large", "small", "other", "large"]


def test_a_task_that_lost_a_worker_travels_alone() -> None:
    pending = Pending()
    lost = tasks("a", 40, work())
    lost[0] = replace(lost[0], attempts=1)
    pending.put_back(lost)
    chunks = drained(pending, workers=1)
    assert [task.index for task in next(c for c in chunks if c[0].attempts)] == [0]
    assert sorted(task.index for chunk in chunks for task in chunk) == list(range(40))


def test_a_dropped_batch_is_not_served() -> None:
    pending = Pending()
    pending.add(tasks("a", 3, work()))
    pending.add(tasks("b", 2, work()))
    assert [task.index for task in pending.drop("a")] == [0, 1, 2]
    assert len(pending) == 2
    assert {chunk[0].batch_id for chunk in drained(pending, workers=1)} == {"b"}
    assert pending.drop("a") == []


def test_everything_can_be_dropped() -> None:
    pending = Pending()
    pending.add(tasks("a", 3, work()))
    pending.add(tasks("b", 2, work()))
    assert len(pending.drop_all()) == 5
    assert len(pending) == 0
    assert pending.take(workers=1) == []
