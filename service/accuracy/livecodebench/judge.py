"""LiveCodeBench's judge as the benchmark's other judge.

Imports the standard library, pydantic through `opinions`, and the seam.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from pydantic import ValidationError

from service.accuracy.baseline import Asked, BaselineRun
from service.accuracy.records import Opinion, Timing

from .box import open_box
from .checkout import Checkout
from .opinions import Answer, opinion, question, unjudged, why_not
from .pool import GRACE_S, Lost, Pool

TIMEOUT_S = 6
"""Seconds that LiveCodeBench gives each test case where nobody says otherwise."""


class LiveCodeBenchBaseline:
    """Judges with the code of a checkout, in processes that are gone when it is done.

    Args:
        checkout: where it is and what runs it.
        timeout_s: wall seconds that it gives each test case.
        isolated: run it in bubblewrap; False runs programs with no isolation.
        grace_s: seconds that its process may be later than its own limits before it is killed.
        clock: gives seconds.

    Raises:
        BaselineUnavailable: it does not start: numpy or tqdm are missing, or bubblewrap is.
    """

    def __init__(
        self,
        checkout: Checkout,
        *,
        timeout_s: int = TIMEOUT_S,
        isolated: bool = True,
        grace_s: float = GRACE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._checkout = checkout
        self._timeout_s = timeout_s
        self._isolated = isolated
        self._grace_s = grace_s
        self._clock = clock
        with open_box(checkout, isolated=isolated) as box, Pool(box, workers=1) as tried:
            self._python = tried.python

    @property
    def name(self) -> str:
        """Return its revision and how it is run."""
        where = "in bubblewrap" if self._isolated else "not isolated"
        return (
            f"LiveCodeBench at {self._checkout.revision} "
            f"({self._timeout_s} s a test, Python {self._python}, {where})"
        )

    def why_unpaired(self, asked: Asked) -> str:
        """Return why it cannot judge this submission; empty where it can."""
        return why_not(asked)

    def judge(
        self, asked: Sequence[Asked], *, workers: int, on_judged: Callable[[int], None]
    ) -> BaselineRun:
        """Return its opinions; see `Baseline.judge`. Starting its processes is not timed."""
        questions = [question(item, timeout_s=self._timeout_s) for item in asked]
        count = max(1, min(workers, len(questions)))
        with (
            open_box(self._checkout, isolated=self._isolated) as box,
            Pool(box, workers=count, grace_s=self._grace_s, clock=self._clock) as pool,
        ):
            started = self._clock()
            answers = [_read(said) for said in pool.answers(questions, on_answer=on_judged)]
            wall_time_s = self._clock() - started
        tests = sum(len(said.results) for said in answers if isinstance(said, Answer))
        return BaselineRun(
            opinions=tuple(
                replace(_opinion(said), time_limit_s=float(self._timeout_s)) for said in answers
            ),
            timing=Timing(
                submissions=len(questions), tests=tests, wall_time_s=wall_time_s, workers=count
            ),
        )


def _read(said: bytes | Lost) -> Answer | Lost:
    if isinstance(said, Lost):
        return said
    try:
        return Answer.model_validate_json(said)
    except ValidationError:
        return Lost(reason="its answer is not one of LiveCodeBench's judge")


def _opinion(said: Answer | Lost) -> Opinion:
    if isinstance(said, Lost):
        return unjudged(said.reason)
    return opinion(said)
