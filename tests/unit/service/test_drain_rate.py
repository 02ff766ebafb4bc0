"""The guess in Retry-After."""

from __future__ import annotations

import pytest

from service.jobqueue.drain import DrainRate


def test_a_steady_rate_is_found() -> None:
    rate = DrainRate()
    for tenth in range(3000):
        rate.count(tenth / 10)
    assert rate.per_second(300.0) == pytest.approx(10.0, rel=0.05)
    assert rate.seconds_until(100, 300.0) == pytest.approx(10.0, rel=0.05)


def test_the_rate_fades_when_nothing_finishes() -> None:
    rate = DrainRate()
    for second in range(100):
        rate.count(float(second))
    assert rate.per_second(1000.0) < 0.001


def test_the_guess_is_within_1_and_60_seconds() -> None:
    rate = DrainRate()
    assert 1.0 <= rate.seconds_until(10, 0.0) <= 60.0
    rate.count(0.0)
    assert rate.seconds_until(1_000_000, 0.0) == 60.0
    for _ in range(10_000):
        rate.count(1.0)
    assert rate.seconds_until(1, 1.0) == 1.0
