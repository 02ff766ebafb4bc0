"""How jobs meet the judge: problems are prepared and cached, submissions judged, programs run.

Imports `service.judging`, the sandbox's seams and the envelope; builds nothing but the runtime.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sandbox.languages import available
from sandbox.model import Limits
from service.errors import BadInput
from service.jobqueue.envelope import JudgeJob
from service.jobs import Runtime
from service.judging.judge import judge_submission
from service.judging.problem import BadProblem, PreparedProblem, prepare
from service.limits import LimitsPolicy
from service.observed_sandbox import ObservedSandbox
from service.problem_cache import ProblemCache
from service.problem_files import ProblemFolder
from service.run_program import Slots, run_program
from service.settings import Settings
from trainer_client.wire import Problem, RunAnswer, RunRequest, Submission, SubmissionResult


@dataclass(frozen=True, kw_only=True, slots=True)
class LoadedProblem:
    """A problem as a worker keeps it: prepared, and with the limits granted."""

    prepared: PreparedProblem
    limits: Limits
    labels: Mapping[str, str | None]
    """What results copy from the problem."""


def validate_problem(name: str, problem: Problem, policy: str | None) -> None:
    """Check that a problem can be judged under the batch's policy.

    Raises:
        BadInput: it cannot; the path names the field.
    """
    try:
        prepare(problem, policy=policy)
    except BadProblem as error:
        of_batch = policy is not None and error.path == "policy"
        path = "policy" if of_batch else f"problems.{name}.{error.path}"
        raise BadInput(str(error), path=path) from None


def build_runtime(
    *, settings: Settings, sandbox: ObservedSandbox, slots: Slots, problem_folder: str
) -> Runtime[LoadedProblem]:
    """Return what a worker does with its jobs.

    Args:
        settings: the effective settings.
        sandbox: names itself in each result; interrupted when a deadline passes.
        slots: where to take slots from.
        problem_folder: where problems lie, by hash.
    """
    source = ProblemFolder(Path(problem_folder))
    cache: ProblemCache[LoadedProblem] = ProblemCache(max_bytes=settings.problem_cache_bytes)
    limits = LimitsPolicy.of(settings)
    told = {"backend": sandbox.name, "environment": sandbox.environment}

    def load(job: JudgeJob) -> LoadedProblem:
        def read() -> tuple[LoadedProblem, int]:
            text = source.read(job.problem_sha256)
            problem = Problem.model_validate_json(text)
            prepared = prepare(problem, policy=job.policy, max_tests=job.max_tests)
            loaded = LoadedProblem(
                prepared=prepared,
                limits=limits.grant(problem.limits),
                labels={"difficulty": problem.difficulty, "platform": problem.platform},
            )
            return loaded, len(text)

        return cache.get((job.problem_sha256, job.policy, job.max_tests), read)

    def judge(loaded: LoadedProblem, submission: Submission, job: JudgeJob) -> SubmissionResult:
        with _interrupted_at(job.deadline_unix_s, sandbox.interrupt):
            result = judge_submission(
                loaded.prepared,
                submission.model_copy(update={"language": available()[submission.language]}),
                slots,
                reward=job.reward,
                stop_on_first_failure=job.stop_on_first_failure,
                limits=loaded.limits,
                attempts=settings.attempts,
                deadline=job.deadline_unix_s,
                extraction=job.extraction,
                output_chars=job.output_chars,
                clock=time.time,
            )
        return result.model_copy(update={**told, **loaded.labels})

    def run(request: RunRequest) -> RunAnswer:
        granted = limits.grant(request.limits)
        answer = run_program(request, granted, slots, attempts=settings.attempts)
        return answer.model_copy(update=told)

    return Runtime(load=load, judge=judge, run=run)


@contextmanager
def _interrupted_at(
    deadline_unix_s: float | None, interrupt: Callable[[], None]
) -> Generator[None]:
    """Have a program ended when its batch's deadline passes: nobody waits for it any more."""
    if deadline_unix_s is None:
        yield
        return
    timer = threading.Timer(max(0.0, deadline_unix_s - time.time()), interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
