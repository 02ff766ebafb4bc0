"""pass@k: how probable it is that one of k samples of a problem is accepted. Pure.

Imports the standard library only. One problem's value is exact; only the mean is a float.

Source: Chen et al. 2021, arXiv 2107.03374, section 2.1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, kw_only=True, slots=True)
class Samples:
    """How many samples of one problem were judged, and how many of them accepted."""

    judged: int
    accepted: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Estimate:
    """The mean of pass@k over problems.

    Attributes:
        value: the mean, 0 to 1; None where no problem has k samples.
        left_out: problems with fewer than k samples; they are not in the mean.
    """

    value: float | None
    left_out: int


def pass_at_k(samples: Samples, k: int) -> Fraction:
    """Return the unbiased estimate for one problem, 1 - C(n-c, k) / C(n, k), exactly.

    Args:
        samples: n judged and c accepted, 0 <= c <= n.
        k: samples that one may draw, 1 <= k <= n.

    Raises:
        ValueError: n, c and k contradict each other; a bug of the caller.
    """
    n, c = samples.judged, samples.accepted
    if not 0 <= c <= n or not 1 <= k <= n:
        raise ValueError(f"pass@{k} of {c} accepted of {n} judged samples")
    return 1 - Fraction(math.comb(n - c, k), math.comb(n, k))


def mean_pass_at_k(problems: Iterable[Samples], k: int) -> Estimate:
    """Return the mean over the problems that have at least k samples.

    Args:
        problems: the samples of each problem.
        k: samples that one may draw, >= 1.
    """
    values: list[float] = []
    left_out = 0
    for samples in problems:
        if samples.judged < k:
            left_out += 1
        else:
            values.append(float(pass_at_k(samples, k)))
    return Estimate(value=math.fsum(values) / len(values) if values else None, left_out=left_out)
