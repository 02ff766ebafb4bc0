"""Which verdicts are right, and how the wrong ones are grouped.

Standard library only. A kind is made of facts alone: who is wrong and what both judges said; why
is for the reader to find out. A submission that a judge could not judge is neither right nor wrong,
and one with a doubtful label never counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from .records import JudgedSubmission


class Wrong(StrEnum):
    """Whose verdict the label does not allow."""

    OURS = "ours"
    BASELINE = "baseline"
    BOTH = "both"


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """A submission with a label that is relied on, and both judges' yes or no."""

    row: JudgedSubmission
    ours: bool
    baseline: bool

    @property
    def ours_right(self) -> bool:
        """Whether the label allows our verdict."""
        return self.ours is self.row.truth

    @property
    def baseline_right(self) -> bool:
        """Whether the label allows the other judge's verdict."""
        return self.baseline is self.row.truth


@dataclass(frozen=True, kw_only=True, slots=True)
class Disagreement:
    """A submission that at least one judge got wrong.

    Attributes:
        row: the submission.
        wrong: who.
        kind: who, and the words of both judges.
    """

    row: JudgedSubmission
    wrong: Wrong
    kind: str


def name_of(row: JudgedSubmission) -> str:
    """Return the submission's full name: corpus, problem and submission."""
    return f"{row.corpus}/{row.problem_id}/{row.submission_id}"


def judged(rows: Iterable[JudgedSubmission]) -> list[tuple[JudgedSubmission, bool]]:
    """Return the rows whose label is relied on and that we judged, each with our yes or no."""
    return [
        (row, row.ours.accepts)
        for row in rows
        if row.doubtful is None and row.ours.accepts is not None
    ]


def paired(rows: Iterable[JudgedSubmission]) -> list[Pair]:
    """Return those of the judged rows that the other judge judged too."""
    return [
        Pair(row=row, ours=accepts, baseline=row.baseline.accepts)
        for row, accepts in judged(rows)
        if row.baseline is not None and row.baseline.accepts is not None
    ]


def why_unpaired(row: JudgedSubmission) -> str | None:
    """Return why a judged row has no second opinion, None where it has one."""
    if row.baseline is None:
        return row.unpaired or "no reason given"
    return None if row.baseline.accepts is not None else "the baseline could not judge it"


def disagreements(rows: Iterable[JudgedSubmission]) -> tuple[Disagreement, ...]:
    """Return what was judged wrong, in the order of the rows."""
    found: list[Disagreement] = []
    for row, accepts in judged(rows):
        wrong = _wrong(row, ours=accepts)
        if wrong is not None:
            found.append(Disagreement(row=row, wrong=wrong, kind=_kind(row, wrong)))
    return tuple(found)


def _wrong(row: JudgedSubmission, *, ours: bool) -> Wrong | None:
    ours_wrong = ours is not row.truth
    baseline = None if row.baseline is None else row.baseline.accepts
    baseline_wrong = baseline is not None and baseline is not row.truth
    if ours_wrong and baseline_wrong:
        return Wrong.BOTH
    if ours_wrong:
        return Wrong.OURS
    return Wrong.BASELINE if baseline_wrong else None


def _kind(row: JudgedSubmission, wrong: Wrong) -> str:
    said = "no baseline" if row.baseline is None else f"baseline {row.baseline.verdict}"
    return f"{wrong} wrong: ours {row.ours.verdict}, {said}"
