"""The metrics of the service: names as constants, and one object that holds the collectors.

Imports prometheus-client; the registry is passed in. Base units, and labels from closed sets only
(verdict, rule, route, status class), never ids. A dashboard or alert names the constants here.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from trainer_client.wire import SubmissionResult, Verdict

SUBMISSIONS_ACCEPTED = "microjudge_submissions_accepted_total"
RESULTS = "microjudge_results_total"
TESTS = "microjudge_tests_total"
MATCH_RULES = "microjudge_match_rules_total"
JUDGE_SECONDS = "microjudge_judge_seconds"
PROGRAM_CPU_SECONDS = "microjudge_program_cpu_seconds_total"
QUEUE_SUBMISSIONS = "microjudge_queue_submissions"
SLOTS = "microjudge_slots"
SLOTS_LIVE = "microjudge_slots_live"
SLOT_REPLACEMENTS = "microjudge_slot_replacements_total"
WORKER_DEATHS = "microjudge_worker_deaths_total"
REQUEUED = "microjudge_submissions_requeued_total"
RUNS = "microjudge_runs_total"
REFUSED = "microjudge_requests_refused_total"
HTTP_REQUESTS = "microjudge_http_requests_total"
HTTP_SECONDS = "microjudge_http_request_seconds"

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)


class Metrics:
    """The collectors, registered in one registry."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.registry = registry
        self.submissions_accepted = Counter(
            SUBMISSIONS_ACCEPTED, "Submissions accepted.", registry=registry
        )
        self.results = Counter(RESULTS, "Results given.", ["verdict"], registry=registry)
        self.tests = Counter(TESTS, "Test cases judged.", ["verdict"], registry=registry)
        self.match_rules = Counter(
            MATCH_RULES, "Test cases accepted, by comparison method.", ["rule"], registry=registry
        )
        self.judge_seconds = Histogram(
            JUDGE_SECONDS,
            "Seconds from acceptance to result of a submission.",
            buckets=_SECONDS,
            registry=registry,
        )
        self.program_cpu_seconds = Counter(
            PROGRAM_CPU_SECONDS, "CPU seconds used by judged programs.", registry=registry
        )
        self.queue_submissions = Gauge(
            QUEUE_SUBMISSIONS,
            "Submissions accepted and not finished.",
            ["state"],
            registry=registry,
        )
        self.slots = Gauge(SLOTS, "Slots asked for.", registry=registry)
        self.slots_live = Gauge(SLOTS_LIVE, "Slots ready or judging.", registry=registry)
        self.slot_replacements = Counter(
            SLOT_REPLACEMENTS, "Slots destroyed and replaced.", registry=registry
        )
        self.worker_deaths = Counter(
            WORKER_DEATHS, "Workers that died or were killed for silence.", registry=registry
        )
        self.requeued = Counter(
            REQUEUED, "Submissions queued again after their worker was lost.", registry=registry
        )
        self.runs = Counter(RUNS, "Programs run by /v1/run.", ["exit_kind"], registry=registry)
        self.refused = Counter(
            REFUSED, "Requests refused, by error code.", ["code"], registry=registry
        )
        self.http_requests = Counter(
            HTTP_REQUESTS,
            "HTTP requests answered.",
            ["route", "method", "status"],
            registry=registry,
        )
        self.http_seconds = Histogram(
            HTTP_SECONDS,
            "Seconds to answer an HTTP request, waiting included.",
            ["route"],
            buckets=_SECONDS,
            registry=registry,
        )
        for verdict in Verdict:
            self.results.labels(verdict=verdict.value)
            self.tests.labels(verdict=verdict.value)

    def count_result(self, result: SubmissionResult, *, seconds: float) -> None:
        """Count one result and its test cases.

        Args:
            result: what was judged.
            seconds: from acceptance to now.
        """
        self.results.labels(verdict=result.verdict.value).inc()
        self.judge_seconds.observe(seconds)
        cpu_s = 0.0
        for test in result.tests:
            self.tests.labels(verdict=test.verdict.value).inc()
            cpu_s += test.cpu_time_s
            if test.match_rule is not None:
                self.match_rules.labels(rule=test.match_rule).inc()
        self.program_cpu_seconds.inc(max(0.0, cpu_s))
