"""How fast both judges were, as text cells: times, which differ from machine to machine.

Standard library only.
"""

from __future__ import annotations

from .comparison import Comparison
from .records import Timing
from .report_tables import NONE, Table


def speed_table(comparison: Comparison) -> Table:
    """Return how fast both judges were; times, which differ from machine to machine."""
    timings = _timings(comparison)
    ours, baseline = (_per_second(timing) for timing in timings)
    ours_tests, baseline_tests = (_tests_per_second(timing) for timing in timings)
    return Table(
        title="Speed",
        head=("", "ours", "baseline", "ours / baseline"),
        rows=(
            ("submissions", *(f"{t.submissions:,}" if t else NONE for t in timings), ""),
            ("programs at a time", *(f"{t.workers:,}" if t else NONE for t in timings), ""),
            ("seconds", *(f"{t.wall_time_s:,.1f}" if t else NONE for t in timings), ""),
            ("submissions/s", _rate(ours), _rate(baseline), _ratio(ours, baseline)),
            (
                "tests/s",
                _rate(ours_tests),
                _rate(baseline_tests),
                _ratio(ours_tests, baseline_tests),
            ),
        ),
        note="Times of this run on this machine, one judge after the other, each stopping at a "
        "submission's first failure; on the submissions that both judged, where both ran.",
    )


def speed_ratio(comparison: Comparison) -> str:
    """Return how many times as many submissions a second ours judged, `none` where unknown."""
    ours, baseline = _timings(comparison)
    return _ratio(_per_second(ours), _per_second(baseline))


def submission_rates(comparison: Comparison) -> tuple[str, str]:
    """Return how many submissions a second ours and the baseline judged."""
    ours, baseline = _timings(comparison)
    return _rate(_per_second(ours)), _rate(_per_second(baseline))


def _timings(comparison: Comparison) -> tuple[Timing, Timing | None]:
    """Return ours and the baseline's, over the same submissions where the baseline ran."""
    benchmark = comparison.benchmark
    ours = benchmark.ours_timing
    if benchmark.baseline_timing is not None and benchmark.ours_paired_timing is not None:
        ours = benchmark.ours_paired_timing
    return ours, benchmark.baseline_timing


def _per_second(timing: Timing | None) -> float | None:
    if timing is None or timing.wall_time_s <= 0 or not timing.submissions:
        return None
    return timing.submissions / timing.wall_time_s


def _tests_per_second(timing: Timing | None) -> float | None:
    if timing is None or timing.wall_time_s <= 0 or not timing.tests:
        return None
    return timing.tests / timing.wall_time_s


def _rate(value: float | None) -> str:
    return NONE if value is None else f"{value:,.1f}"


def _ratio(ours: float | None, baseline: float | None) -> str:
    return NONE if ours is None or baseline is None else f"{ours / baseline:,.1f}"
