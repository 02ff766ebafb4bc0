"""The report of a judged corpus: one JSON line a submission, then what it adds up to.

Imports the wire types. An IE is neither an agreement nor a disagreement: it was not judged. A
doubtful label is counted apart and never in the figures of agreement.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field

from trainer_client.wire import SubmissionResult, Verdict

from .exit_codes import ExitCode
from .work import Task

NO_LABEL = "(no label)"


@dataclass(frozen=True, kw_only=True, slots=True)
class Disagreement:
    """A verdict that the label does not allow."""

    problem_id: str
    submission_id: str
    label: str
    verdict: Verdict
    message: str


@dataclass(slots=True)
class Report:
    """What the results add up to; `add` takes them one at a time.

    Attributes:
        by_label: how often a label met a verdict, doubtful labels aside.
        doubtful: the same for doubtful labels.
        agreeing: submissions whose verdict agrees with their label, doubtful aside.
        disagreements: those whose verdict does not, doubtful aside.
        doubtful_disagreements: the doubtful ones whose verdict does not.
        internal_errors: submissions that were not judged (IE).
        tests_run: test cases that ran.
        ran_in: how many submissions each backend and environment judged.
    """

    by_label: Counter[tuple[str, Verdict]] = field(default_factory=Counter[tuple[str, Verdict]])
    doubtful: Counter[tuple[str, Verdict]] = field(default_factory=Counter[tuple[str, Verdict]])
    agreeing: int = 0
    disagreements: list[Disagreement] = field(default_factory=list[Disagreement])
    doubtful_disagreements: int = 0
    internal_errors: list[Disagreement] = field(default_factory=list[Disagreement])
    tests_run: int = 0
    ran_in: Counter[str] = field(default_factory=Counter[str])

    @property
    def submissions(self) -> int:
        """Return how many results were added."""
        return sum(self.by_label.values()) + sum(self.doubtful.values())

    def add(self, task: Task, result: SubmissionResult) -> None:
        """Count one result."""
        submission = task.submission
        label = submission.label or NO_LABEL
        table = self.by_label if submission.doubtful is None else self.doubtful
        table[label, result.verdict] += 1
        self.tests_run += sum(test.verdict is not Verdict.SK for test in result.tests)
        if result.backend:
            self.ran_in[f"{result.backend} ({result.environment or 'environment not named'})"] += 1
        seen = Disagreement(
            problem_id=task.problem.id,
            submission_id=submission.id,
            label=label,
            verdict=result.verdict,
            message=message_of(result),
        )
        if result.verdict is Verdict.IE:
            self.internal_errors.append(seen)
        elif submission.expected is None:
            return
        elif result.verdict in submission.expected:
            self.agreeing += submission.doubtful is None
        elif submission.doubtful is not None:
            self.doubtful_disagreements += 1
        else:
            self.disagreements.append(seen)

    def exit_code(self) -> ExitCode:
        """Return 3 where something was not judged, else 1 where a label was missed, else 0."""
        if self.internal_errors:
            return ExitCode.NOT_JUDGED
        return ExitCode.MISSED if self.disagreements else ExitCode.OK


def json_line(task: Task, result: SubmissionResult) -> str:
    """Return the submission's line of results, without a newline."""
    return json.dumps(
        {
            "problem_id": task.problem.id,
            "submission_id": task.submission.id,
            "language": task.submission.language,
            "label": task.submission.label,
            "verdict": result.verdict,
            "reward": result.reward,
            "passed": result.passed,
            "total": result.total,
            "match_rules": list(
                dict.fromkeys(test.match_rule for test in result.tests if test.match_rule)
            ),
            "cpu_time_s": round(sum(test.cpu_time_s for test in result.tests), 6),
            "wall_time_s": round(sum(test.wall_time_s for test in result.tests), 6),
            "message": message_of(result),
            "difficulty": task.problem.problem.difficulty,
            "platform": task.problem.problem.platform,
        }
    )


def message_of(result: SubmissionResult) -> str:
    """Return why it is not AC: our fault, the compiler's words, or the first failed test's."""
    if result.verdict is Verdict.AC:
        return ""
    if result.error:
        return result.error
    if result.verdict is Verdict.CE and result.compiler_output:
        return result.compiler_output
    failed = (test for test in result.tests if test.verdict not in {Verdict.AC, Verdict.SK})
    return next((test.message for test in failed if test.message), "")
