"""The figures of the benchmark: shares with Wilson's interval, McNemar's exact test.

Imports scipy, which the extra `accuracy` brings. Pure; nothing here knows files or pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scipy.stats import binomtest

CONFIDENCE = 0.95


@dataclass(frozen=True, kw_only=True, slots=True)
class Share:
    """How many of how many, and where the true share lies with 95 % confidence.

    Attributes:
        count: 0 <= count <= of.
        of: how many there are; where 0, the share and its interval are None.
        low: lower end of the interval, 0 to 1.
        high: upper end of the interval, 0 to 1.
    """

    count: int
    of: int
    low: float | None
    high: float | None

    @property
    def value(self) -> float | None:
        """The share, 0 to 1; None of nothing."""
        return self.count / self.of if self.of else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Figures:
    """How one judge did on submissions whose label is relied on.

    Attributes:
        right: verdicts that the label allows, of all.
        false_negatives: refused, of those that must be accepted.
        false_positives: accepted, of those that must be refused.
    """

    right: Share
    false_negatives: Share
    false_positives: Share


def share(count: int, of: int) -> Share:
    """Return the share with its Wilson interval.

    Args:
        count: 0 to `of`.
        of: 0 or more.

    Source: E. B. Wilson, JASA 22 (1927), 209-212, without continuity correction.
    """
    if of == 0:
        return Share(count=0, of=0, low=None, high=None)
    interval = binomtest(count, of).proportion_ci(CONFIDENCE, method="wilson")
    return Share(count=count, of=of, low=float(interval.low), high=float(interval.high))


def figures(cases: Iterable[tuple[bool, bool]]) -> Figures:
    """Return how often a judge was right.

    Args:
        cases: for each submission whether it must be accepted, and whether the judge accepts it.
    """
    seen = tuple(cases)
    accepted = [accepts for truth, accepts in seen if truth]
    rejected = [accepts for truth, accepts in seen if not truth]
    false_negatives = accepted.count(False)
    false_positives = rejected.count(True)
    return Figures(
        right=share(len(seen) - false_negatives - false_positives, len(seen)),
        false_negatives=share(false_negatives, len(accepted)),
        false_positives=share(false_positives, len(rejected)),
    )


def mcnemar_p(only_one_right: int, only_other_right: int) -> float | None:
    """Return the two-sided exact p of McNemar's test, None where there is nothing to test.

    Args:
        only_one_right: pairs in which one judge alone is right.
        only_other_right: pairs in which the other judge alone is right.

    Source: Q. McNemar, Psychometrika 12 (1947), 153-157, with the binomial distribution in place
    of the normal one.
    """
    discordant = only_one_right + only_other_right
    if discordant == 0:
        return None
    return float(binomtest(only_one_right, discordant, 0.5).pvalue)
