"""What a worker does with a job: `judge_job` is the only function that a queue knows.

The invariant: every accepted submission ends as exactly one result; a worker's death queues it
again, judging twice is harmless, and after the last attempt it ends as IE.

This file keeps its part of it by the outer guard: whatever exception of ours escapes while a
submission is judged becomes that submission's IE, with reward null, and its neighbours go on.
Imports the envelope and the wire types. `configure` is called once, by `service.worker`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import structlog
from pydantic import TypeAdapter

from sandbox.errors import SandboxError
from service.internal_error import internal_error
from service.jobqueue.envelope import JOB, Judged, JudgeJob, Prepared, Ran, Report, RunJob
from trainer_client.wire import RunAnswer, RunRequest, Submission, SubmissionResult

PreparedT = TypeVar("PreparedT")
Tell = Callable[[Report], None]

_RESULTS: TypeAdapter[list[SubmissionResult]] = TypeAdapter(list[SubmissionResult])


@dataclass(frozen=True, kw_only=True, slots=True)
class Runtime(Generic[PreparedT]):
    """What a worker process has at hand for its jobs.

    Attributes:
        load: returns the job's problem, prepared for judging.
        judge: judges one submission of the job.
        run: runs one program.
    """

    load: Callable[[JudgeJob], PreparedT]
    judge: Callable[[PreparedT, Submission, JudgeJob], SubmissionResult]
    run: Callable[[RunRequest], RunAnswer]

    def work_off(self, payload: str | bytes, tell: Tell) -> None:
        """Do one job, telling each result as it comes.

        Raises:
            ValidationError: the payload is not a job; the worker is of another version.
        """
        job = JOB.validate_json(payload)
        if isinstance(job, RunJob):
            tell(self._run(job))
            return
        try:
            prepared = self.load(job)
        except Exception as error:  # noqa: BLE001 - the outer guard, see the head of this file
            reason = _reason("the problem could not be prepared", error)
            for position, submission in enumerate(job.submissions):
                result = internal_error(submission.id, total=job.total, reason=reason)
                tell(Judged(position=position, result=result))
            return
        tell(Prepared())
        for position, submission in enumerate(job.submissions):
            tell(Judged(position=position, result=self._judge(prepared, submission, job)))

    def _judge(
        self, prepared: PreparedT, submission: Submission, job: JudgeJob
    ) -> SubmissionResult:
        try:
            return self.judge(prepared, submission, job)
        except Exception as error:  # noqa: BLE001 - the outer guard, see the head of this file
            reason = _reason("the judge failed", error)
            return internal_error(submission.id, total=job.total, reason=reason)

    def _run(self, job: RunJob) -> Ran:
        try:
            return Ran(answer=self.run(job.request))
        except Exception as error:  # noqa: BLE001 - the outer guard, see the head of this file
            return Ran(answer=None, error=_reason("the program could not be run", error))


def _reason(what: str, error: Exception) -> str:
    """Say what failed without what it failed on: a foreign message may quote a program."""
    structlog.get_logger().error(what, exc_info=error)
    return (
        f"{what}: {error}" if isinstance(error, SandboxError) else f"{what}: {type(error).__name__}"
    )


class _Configured:
    """The process's runtime; a queue hands `judge_job` nothing but the payload."""

    runtime: Runtime[object] | None = None


def configure(runtime: Runtime[PreparedT]) -> None:
    """Give the process its runtime; called once, by the worker's composition root."""
    _Configured.runtime = runtime  # type: ignore[assignment]


def judge_job(payload: str) -> str:
    """Return the results of a job: a JSON list of `wire.SubmissionResult`, in the job's order.

    Raises:
        RuntimeError: `configure` was not called; a bug of the worker's start.
    """
    if _Configured.runtime is None:
        raise RuntimeError("judge_job before configure")
    results: dict[int, SubmissionResult] = {}

    def keep(report: Report) -> None:
        if isinstance(report, Judged):
            results[report.position] = report.result

    _Configured.runtime.work_off(payload, keep)
    return _RESULTS.dump_json([results[position] for position in sorted(results)]).decode()
