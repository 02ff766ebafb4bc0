"""Metrics: each name exists, labels come from closed sets."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, generate_latest

from service import metrics
from service.metrics import Metrics
from trainer_client.wire import SubmissionResult, TestResult, Verdict

NAMES = [value for key, value in vars(metrics).items() if key.isupper() and isinstance(value, str)]


def test_each_named_metric_exists() -> None:
    text = generate_latest(Metrics(CollectorRegistry()).registry).decode()
    declared = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    assert set(NAMES) <= declared


def test_names_end_in_base_units() -> None:
    for name in NAMES:
        assert name.endswith(("_total", "_seconds", "_bytes", "_submissions", "_slots", "_live"))


def test_a_result_is_counted_with_its_tests_and_rules() -> None:
    kept = Metrics(CollectorRegistry())
    tests = [
        TestResult(verdict=Verdict.AC, match_rule="exact", cpu_time_s=0.5),
        TestResult(verdict=Verdict.WA, cpu_time_s=0.25),
    ]
    result = SubmissionResult(
        id="s", verdict=Verdict.WA, reward=0.0, passed=1, total=2, tests=tests
    )
    kept.count_result(result, seconds=1.0)
    value = kept.registry.get_sample_value
    assert value(metrics.RESULTS, {"verdict": "WA"}) == 1
    assert value(metrics.RESULTS, {"verdict": "IE"}) == 0
    assert value(metrics.TESTS, {"verdict": "AC"}) == 1
    assert value(metrics.MATCH_RULES, {"rule": "exact"}) == 1
    assert value(metrics.PROGRAM_CPU_SECONDS) == 0.75
