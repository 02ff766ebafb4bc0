"""How fast both judges were."""

from __future__ import annotations

from dataclasses import replace

from service.accuracy.comparison import Comparison, compare
from service.accuracy.records import Benchmark, Timing
from service.accuracy.speed import speed_ratio, speed_table, submission_rates

ALL = Timing(submissions=100, tests=1000, wall_time_s=50.0, workers=2)
PAIRED = Timing(submissions=40, tests=400, wall_time_s=4.0, workers=2)
BASELINE = Timing(submissions=40, tests=None, wall_time_s=8.0, workers=2)
EMPTY = Benchmark(
    submissions=(),
    left_out={},
    baseline="b",
    judge="j",
    files=(),
    ours_timing=ALL,
    baseline_timing=BASELINE,
    ours_paired_timing=PAIRED,
)


def made(**changes: Timing | None) -> Comparison:
    return compare(replace(EMPTY, **changes), changes=None)  # type: ignore[arg-type]  # timings


def test_judges_that_both_ran_are_compared_on_the_same_submissions() -> None:
    assert submission_rates(made()) == ("10.0", "5.0")
    assert speed_ratio(made()) == "2.0"
    assert speed_table(made()).rows[0] == ("submissions", "40", "40", "")


def test_without_a_baseline_that_ran_all_of_ours_counts() -> None:
    assert submission_rates(made(baseline_timing=None)) == ("2.0", "none")
    assert speed_ratio(made(baseline_timing=None)) == "none"


def test_what_was_not_timed_apart_is_taken_as_a_whole() -> None:
    assert speed_ratio(made(ours_paired_timing=None)) == "0.4"
