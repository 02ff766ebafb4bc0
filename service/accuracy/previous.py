"""An earlier `report.json`, and what changed since.

Imports pydantic and the service's errors. The border where a file of the outside becomes values:
what is not a report of this schema version is refused, and fields that are not needed are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ValidationError

from service.errors import CallerError

from .records import JudgedSubmission

SCHEMA = "microjudge.accuracy"
SCHEMA_VERSION = 1

_Key = tuple[str, str, str]


class BadReport(CallerError):
    """The file is not a report of this benchmark; the caller must name another."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Previous:
    """What an earlier run said.

    Attributes:
        right: whether our verdict was right, by corpus, problem and submission; None where the
            label was doubtful or the submission was not judged.
    """

    right: dict[tuple[str, str, str], bool | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Changes:
    """What differs from an earlier run.

    Attributes:
        newly_wrong: submissions whose verdict was right and is now wrong, in the run's order.
        newly_right: how many were wrong and are now right.
        gone: how many the earlier run had and this one has not.
        new: how many this run has and the earlier one had not.
    """

    newly_wrong: tuple[JudgedSubmission, ...]
    newly_right: int
    gone: int
    new: int


class _Ours(BaseModel):
    accepts: bool | None


class _Submission(BaseModel):
    corpus: str
    problem_id: str
    submission_id: str
    truth: bool
    doubtful: str | None
    ours: _Ours


class _Head(BaseModel):
    schema_name: str
    schema_version: int


class _Report(BaseModel):
    submissions: list[_Submission]


def read_previous(path: Path) -> Previous:
    """Return what the report at `path` says.

    Args:
        path: a `report.json` of this benchmark.

    Raises:
        BadReport: it cannot be read, or is not a report of this schema version; whoever named it
            must name another.
    """
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadReport(f"{path}: cannot be read: {error.strerror}") from error
    try:
        head = _Head.model_validate_json(text)
    except ValidationError as error:
        raise BadReport(f"{path}: not a report.json of the accuracy benchmark") from error
    if head.schema_name != SCHEMA:
        raise BadReport(f"{path}: not a report.json of the accuracy benchmark")
    if head.schema_version != SCHEMA_VERSION:
        raise BadReport(
            f"{path}: schema version {head.schema_version}, this one reads {SCHEMA_VERSION}"
        )
    try:
        report = _Report.model_validate_json(text)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise BadReport(f"{path}: damaged at {where}") from error
    return Previous(
        right={
            (saved.corpus, saved.problem_id, saved.submission_id): _right(
                saved.truth, saved.ours.accepts, doubtful=saved.doubtful is not None
            )
            for saved in report.submissions
        }
    )


def changes_since(previous: Previous, rows: Iterable[JudgedSubmission]) -> Changes:
    """Return what differs between an earlier run and this one's rows."""
    seen: set[_Key] = set()
    newly_wrong: list[JudgedSubmission] = []
    newly_right = 0
    for row in rows:
        key = (row.corpus, row.problem_id, row.submission_id)
        seen.add(key)
        before = previous.right.get(key)
        now = _right(row.truth, row.ours.accepts, doubtful=row.doubtful is not None)
        if before is True and now is False:
            newly_wrong.append(row)
        newly_right += before is False and now is True
    return Changes(
        newly_wrong=tuple(newly_wrong),
        newly_right=newly_right,
        gone=len(previous.right.keys() - seen),
        new=len(seen - previous.right.keys()),
    )


def _right(truth: bool, accepts: bool | None, *, doubtful: bool) -> bool | None:
    return None if doubtful or accepts is None else accepts is truth
