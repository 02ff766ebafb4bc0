"""A chunk of tasks as the text of the job that carries them to a worker.

Imports the queue's seam and the envelope.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.jobqueue.api import Task
from service.jobqueue.envelope import JudgeJob, RunJob
from trainer_client.wire import RunRequest, Submission


def job_text(chunk: Sequence[Task]) -> str:
    """Return the job as JSON.

    Args:
        chunk: submissions that share their work, or one run; at least one.

    Raises:
        TypeError: a submission without its work; a bug of the queue.
    """
    task = chunk[0]
    if isinstance(task.item, RunRequest):
        return RunJob(request=task.item).model_dump_json()
    if task.work is None:
        raise TypeError("a submission without its work")
    work = task.work
    return JudgeJob(
        problem_sha256=work.problem_sha256,
        total=work.total,
        submissions=[task.item for task in chunk if isinstance(task.item, Submission)],
        reward=work.reward,
        stop_on_first_failure=work.stop_on_first_failure,
        policy=work.policy,
        max_tests=work.max_tests,
        deadline_unix_s=work.deadline_unix_s,
        extraction=work.extraction,
        output_chars=work.output_chars,
    ).model_dump_json()
