"""What the other judge is to the benchmark: something that has an opinion of a submission.

Imports the corpus formats, the service's errors and the records. `baseline_recorded` reads opinions
from the corpus, `livecodebench` asks LiveCodeBench's own code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from service.errors import StartFailed
from trainer_client.formats import LabelledProblem, LabelledSubmission

from .records import Opinion, Timing


class BaselineUnavailable(StartFailed):
    """The other judge cannot run here; whoever typed the command finds the remedy in the text."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """One submission that the other judge is asked about, and its problem."""

    problem: LabelledProblem
    submission: LabelledSubmission


@dataclass(frozen=True, kw_only=True, slots=True)
class BaselineRun:
    """What the other judge said.

    Attributes:
        opinions: one for each submission asked about, in their order.
        timing: how long it took; None where nothing was run.
    """

    opinions: tuple[Opinion, ...]
    timing: Timing | None


class Baseline(Protocol):
    """The other judge."""

    @property
    def name(self) -> str:
        """Return what it is, for the head of a report."""
        ...

    def why_unpaired(self, asked: Asked) -> str:
        """Return why it has no opinion of this submission; empty where it has one."""
        ...

    def judge(
        self, asked: Sequence[Asked], *, workers: int, on_judged: Callable[[int], None]
    ) -> BaselineRun:
        """Return its opinions.

        Args:
            asked: submissions for which `why_unpaired` is empty.
            workers: programs that it may run at one time, at least 1.
            on_judged: called with how many are judged so far.

        Raises:
            BaselineUnavailable: it cannot go on.
        """
        ...
