"""The result of a submission that could not be judged through a fault of ours.

Imports the wire types. Reward is null: a trainer must leave it out, never punish it.
"""

from __future__ import annotations

from trainer_client.wire import SubmissionResult, TestResult, Verdict


def internal_error(submission_id: str, *, total: int, reason: str) -> SubmissionResult:
    """Return the IE result of a submission.

    Args:
        submission_id: the submission's id in its batch.
        total: how many test cases it had.
        reason: one sentence for the client.
    """
    return SubmissionResult(
        id=submission_id,
        verdict=Verdict.IE,
        reward=None,
        passed=0,
        total=total,
        tests=[TestResult(verdict=Verdict.IE)] * total,
        error=reason,
    )
