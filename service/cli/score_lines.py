"""Reads lines of results, as `microjudge judge` writes them, into samples by problem.

Imports the wire's verdicts and the reader of rows. An IE was not judged and is no sample; NC and
CE are failures. Every error names file and line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import Field

from service.pass_at_k import Samples
from trainer_client.formats import FormatError
from trainer_client.formats.json_row import decode_row
from trainer_client.formats.records import RowError
from trainer_client.formats.rows import RowModel, validated
from trainer_client.wire import Verdict


class _Line(RowModel):
    problem_id: str = Field(min_length=1)
    submission_id: str = Field(min_length=1)
    verdict: Verdict = Field(strict=False)
    difficulty: str | None = None
    platform: str | None = None


@dataclass(slots=True)
class ProblemScore:
    """What the lines say of one problem; `judged` counts samples, IE aside."""

    judged: int = 0
    accepted: int = 0
    difficulty: str | None = None
    platform: str | None = None

    @property
    def samples(self) -> Samples:
        """Return the counts that pass@k is made of."""
        return Samples(judged=self.judged, accepted=self.accepted)


@dataclass(slots=True)
class Scores:
    """What all lines add up to.

    Attributes:
        problems: each problem by its name, in the order of its first line.
        not_judged: lines with the verdict IE.
    """

    problems: dict[str, ProblemScore] = field(default_factory=dict[str, ProblemScore])
    not_judged: int = 0

    @property
    def judged(self) -> list[ProblemScore]:
        """Return the problems that have at least one sample."""
        return [problem for problem in self.problems.values() if problem.judged]


def read_scores(paths: Iterable[Path]) -> Scores:
    """Return what the files hold together.

    Args:
        paths: files of results, JSON Lines.

    Raises:
        FormatError: a file cannot be read or is empty, a line is no result, names a submission
            that was there before, or contradicts an earlier line's difficulty or platform.
    """
    scores = Scores()
    seen: dict[tuple[str, str], str] = {}
    for path in paths:
        empty = True
        for number, raw in _numbered(path):
            empty = False
            try:
                line = validated(_Line, decode_row(raw))
                _claim(seen, line, f"{path}:{number}")
                _add(scores, line)
            except RowError as error:
                raise FormatError(str(path), number, str(error)) from error
        if empty:
            raise FormatError(str(path), None, "no line in the file")
    return scores


def _numbered(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, line
    except OSError as error:
        raise FormatError(str(path), None, error.strerror or str(error)) from error


def _claim(seen: dict[tuple[str, str], str], line: _Line, here: str) -> None:
    """Each submission is one sample; the same one twice would count twice."""
    there = seen.setdefault((line.problem_id, line.submission_id), here)
    if there != here:
        name = f"{line.problem_id[:100]!r} {line.submission_id[:100]!r}"
        raise RowError(f"the submission {name} stands in {there} already")


def _add(scores: Scores, line: _Line) -> None:
    if line.verdict is Verdict.SK:
        raise RowError("verdict: SK is the verdict of a test, not of a submission")
    problem = scores.problems.setdefault(line.problem_id, ProblemScore())
    problem.difficulty = _agreed("difficulty", problem.difficulty, line.difficulty)
    problem.platform = _agreed("platform", problem.platform, line.platform)
    if line.verdict is Verdict.IE:
        scores.not_judged += 1
        return
    problem.judged += 1
    problem.accepted += line.verdict is Verdict.AC


def _agreed(name: str, known: str | None, said: str | None) -> str | None:
    if known and said and known != said:
        raise RowError(f"{name}: {said!r}, and {known!r} in an earlier line of this problem")
    return known or said or None
