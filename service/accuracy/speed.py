"""How fast both judges were, as text cells: times, which differ from machine to machine.

Standard library only.
"""

from __future__ import annotations

from .comparison import Comparison
from .records import Timing
from .report_tables import NONE, Table


def speed_table(comparison: Comparison) -> Table:
    """Return how fast both judges were; times, which differ from machine to machine."""
    benchmark = comparison.benchmark
    timings = (benchmark.ours_timing, benchmark.baseline_timing)
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
        note="Times of this run on this machine. Each judge on the submissions that it judged, "
        "which need not be the same.",
    )


def speed_ratio(comparison: Comparison) -> str:
    """Return how many times as many submissions a second ours judged, `none` where unknown."""
    benchmark = comparison.benchmark
    return _ratio(_per_second(benchmark.ours_timing), _per_second(benchmark.baseline_timing))


def submission_rates(comparison: Comparison) -> tuple[str, str]:
    """Return how many submissions a second ours and the baseline judged."""
    benchmark = comparison.benchmark
    return (
        _rate(_per_second(benchmark.ours_timing)),
        _rate(_per_second(benchmark.baseline_timing)),
    )


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
