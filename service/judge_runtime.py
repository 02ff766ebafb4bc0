"""How jobs meet the judge: problems are prepared and cached, submissions judged, programs run.

Imports `service.judging`, the sandbox's seams and the envelope; builds nothing but the runtime.
"""

from __future__ import annotations

from service.errors import BadInput
from service.judging.problem import BadProblem, prepare
from trainer_client.wire import Problem


def validate_problem(name: str, problem: Problem, policy: str | None) -> None:
    """Check that a problem can be judged under a policy.

    Raises:
        BadInput: it cannot; the path names the field.
    """
    try:
        prepare(problem, policy=policy)
    except BadProblem as error:
        raise BadInput(str(error), path=f"problems.{name}.{error.path}") from None


def build_runtime(
    *, settings: Settings, sandbox: Sandbox, slots: Slots, problem_folder: str
) -> Runtime[PreparedProblem]:
    """Return what a worker does with its jobs.

    Args:
        settings: the effective settings.
        sandbox: names itself in each result.
        slots: where to take slots from.
        problem_folder: where problems lie, by hash.
    """
    source = ProblemFolder(Path(problem_folder))
    cache: ProblemCache[PreparedProblem] = ProblemCache(max_bytes=settings.problem_cache_bytes)
    limits = LimitsPolicy.of(settings)
    told = {"backend": sandbox.name, "environment": sandbox.environment}

    def load(job: JudgeJob) -> PreparedProblem:
        def read() -> tuple[PreparedProblem, int]:
            text = source.read(job.problem_sha256)
            return prepare(Problem.model_validate_json(text), policy=job.policy), len(text)

        return cache.get((job.problem_sha256, job.policy), read)

    def judge(prepared: PreparedProblem, submission: Submission, job: JudgeJob) -> SubmissionResult:
        result = judge_submission(
            prepared,
            submission,
            slots,
            reward=job.reward,
            stop_on_first_failure=job.stop_on_first_failure,
            limits=limits.grant(prepared.problem.limits),
            attempts=settings.attempts,
            deadline=job.deadline_unix_s,
        )
        return result.model_copy(update=told)

    def run(request: RunRequest) -> RunAnswer:
        granted = limits.grant(request.limits)
        answer = run_program(request, granted, slots, attempts=settings.attempts)
        return answer.model_copy(update=told)

    return Runtime(load=load, judge=judge, run=run)
