"""The other judge's verdicts as the corpus recorded them: nothing is run.

Imports the records and the seam only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .baseline import Asked, BaselineRun
from .records import Opinion

NO_VERDICT = "no recorded verdict"


class RecordedBaseline:
    """Reads the verdict that stands beside each submission in the corpus."""

    name = "recorded"

    def why_unpaired(self, asked: Asked) -> str:
        """Return why there is no verdict; empty where there is one."""
        return NO_VERDICT if asked.submission.baseline is None else ""

    def judge(
        self,
        asked: Sequence[Asked],
        *,
        workers: int,
        on_judged: Callable[[int], None],
    ) -> BaselineRun:
        """Return the recorded verdicts; see `Baseline.judge`."""
        opinions = tuple(recorded(item.submission.baseline is True) for item in asked)
        on_judged(len(opinions))
        return BaselineRun(opinions=opinions, timing=None)


def recorded(accepts: bool) -> Opinion:
    """Return the opinion that a recorded yes or no is."""
    return Opinion(accepts=accepts, verdict="accepted" if accepts else "refused")
