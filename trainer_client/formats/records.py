"""What every reader yields: a problem with its tests, and programs whose verdict is known.

Imports the wire types only. A reader is a module with `matches(row)` and `parse(row)`; `parse`
raises `RowError` for a row that it cannot use, and `sniff.read` adds file and line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trainer_client.wire import Problem, Verdict

Row = Mapping[str, object]

ACCEPTED = frozenset({Verdict.AC})
REJECTED = frozenset(Verdict) - {Verdict.AC, Verdict.IE}


class RowError(ValueError):
    """A row that is not of the format; the text says which field and why."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LabelledSubmission:
    """One program of a corpus.

    Attributes:
        id: its name, unique within the problem.
        language: as the corpus names it; not checked here.
        source: the program.
        label: what the corpus says of it, in the corpus' own word; None where it says nothing.
        expected: the verdicts that agree with the label; None where there is no label.
        doubtful: why the label is not to be relied on; None where it is.
        baseline: whether LiveCodeBench's judge accepted it, where the corpus records that.
    """

    id: str
    language: str
    source: str
    label: str | None
    expected: frozenset[Verdict] | None
    doubtful: str | None = None
    baseline: bool | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class LabelledProblem:
    """One problem of a corpus and its submissions, in the file's order.

    Attributes:
        id: its name in the corpus.
        problem: its tests and how to judge them, as the service takes it.
        submissions: its programs.
        unsupported: why the service cannot judge this problem (a checker that it does not have);
            None where it can.
    """

    id: str
    problem: Problem
    submissions: tuple[LabelledSubmission, ...]
    unsupported: str | None = None
