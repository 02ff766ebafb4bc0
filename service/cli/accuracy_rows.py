"""Turns results of the service and opinions of the other judge into the benchmark's records.

Imports the wire types and the records. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.accuracy.records import Evidence, JudgedSubmission, Opinion
from trainer_client.wire import SubmissionResult, TestResult, Verdict

from .accuracy_corpus import CorpusRow
from .report import message_of

MOST_CHARACTERS = 2_000
MOST_PROGRAM_CHARACTERS = 20_000
_MOST_REASON_CHARACTERS = 300
_NOT_RUN = frozenset({Verdict.AC, Verdict.SK})
# A program that never ran was not decided by a test case.
_NO_TEST = frozenset({Verdict.CE, Verdict.NC})


@dataclass(frozen=True, kw_only=True, slots=True)
class SecondOpinion:
    """What the other judge says of a submission: an opinion, or why there is none."""

    opinion: Opinion | None
    unpaired: str = ""


def opinion_of(result: SubmissionResult) -> Opinion:
    """Return our opinion of a submission."""
    ran = [test.cpu_time_s for test in result.tests if test.verdict is not Verdict.SK]
    reason = " ".join(message_of(result).split())
    return Opinion(
        accepts=None if result.verdict is Verdict.IE else result.verdict is Verdict.AC,
        verdict=result.verdict.value,
        reason=reason[:_MOST_REASON_CHARACTERS],
        test=None if result.verdict in _NO_TEST else _first_failed(result.tests),
        cpu_time_s=max(ran, default=None),
    )


def judged_submission(
    row: CorpusRow, result: SubmissionResult, second: SecondOpinion, *, default_limit_s: float
) -> JudgedSubmission:
    """Return all that is known of one submission.

    Args:
        row: the submission; it has a label.
        result: what the service says.
        second: what the other judge says.
        default_limit_s: CPU seconds a test case where neither result nor problem says.
    """
    problem, submission = row.task.problem, row.task.submission
    ours = opinion_of(result)
    truth = Verdict.AC in (submission.expected or ())
    limits = result.limits
    asked = problem.problem.limits.cpu_time_s or default_limit_s
    said = {truth, ours.accepts, second.opinion.accepts if second.opinion else None} - {None}
    return JudgedSubmission(
        corpus=row.corpus,
        problem_id=problem.id,
        submission_id=submission.id,
        language=submission.language,
        mode=problem.problem.mode.value,
        label=submission.label or "",
        truth=truth,
        doubtful=submission.doubtful,
        time_limit_s=asked if limits is None else limits.cpu_time_s,
        ours=ours,
        baseline=second.opinion,
        unpaired=second.unpaired,
        evidence=_evidence(row, result, ours, second.opinion) if len(said) > 1 else None,
        recorded=submission.baseline,
    )


def _evidence(
    row: CorpusRow, result: SubmissionResult, ours: Opinion, baseline: Opinion | None
) -> Evidence:
    tests = row.task.problem.problem.tests
    decided = (opinion.test for opinion in (ours, baseline) if opinion is not None)
    shown = next((test for test in decided if test is not None and test < len(tests)), 0)
    output = result.tests[shown].output if shown < len(result.tests) else None
    return Evidence(
        program=row.task.submission.source[:MOST_PROGRAM_CHARACTERS],
        input=tests[shown].input[:MOST_CHARACTERS],
        answer=tests[shown].output[:MOST_CHARACTERS],
        output=None if output is None else output[:MOST_CHARACTERS],
    )


def _first_failed(tests: list[TestResult]) -> int | None:
    failed = (place for place, test in enumerate(tests) if test.verdict not in _NOT_RUN)
    return next(failed, None)
