"""Shares and tests against values worked by hand."""

from __future__ import annotations

import pytest

from service.accuracy.figures import figures, mcnemar_p, share


def test_wilsons_interval_of_8_in_10() -> None:
    # z = 1.959964, z^2 = 3.841459: centre (0.8 + 0.192073) / 1.384146 = 0.716740, half width
    # 1.959964 * sqrt(0.8 * 0.2 / 10 + 3.841459 / 400) / 1.384146 = 0.226580.
    eight = share(8, 10)
    assert eight.value == 0.8
    assert eight.low == pytest.approx(0.490162, abs=2e-6)
    assert eight.high == pytest.approx(0.943318, abs=2e-6)


def test_wilsons_interval_of_none_and_of_all_ends_at_0_and_1() -> None:
    # z^2 / (n + z^2) with n = 10.
    none, everything = share(0, 10), share(10, 10)
    assert (none.low, everything.high) == (0.0, 1.0)
    assert none.high == pytest.approx(0.277533, abs=2e-6)
    assert everything.low == pytest.approx(0.722467, abs=2e-6)


def test_a_share_of_nothing_has_no_value() -> None:
    nothing = share(0, 0)
    assert (nothing.value, nothing.low, nothing.high) == (None, None, None)


@pytest.mark.parametrize(
    ("one", "other", "p"),
    [
        (5, 0, 2 / 2**5),
        (0, 5, 2 / 2**5),
        (1, 1, 1.0),
        # 2 * (1 + 8) / 2^8, and 2 * (1 + 10 + 45) / 2^10.
        (7, 1, 0.0703125),
        (2, 8, 0.109375),
    ],
)
def test_mcnemars_exact_p(one: int, other: int, p: float) -> None:
    assert mcnemar_p(one, other) == pytest.approx(p)


def test_where_the_judges_never_differ_there_is_no_p() -> None:
    assert mcnemar_p(0, 0) is None


def test_false_negatives_are_of_the_accepted_and_false_positives_of_the_rejected() -> None:
    found = figures(
        [(True, True), (True, True), (True, False), (False, False), (False, True), (True, False)]
    )
    assert (found.right.count, found.right.of) == (3, 6)
    assert (found.false_negatives.count, found.false_negatives.of) == (2, 4)
    assert (found.false_positives.count, found.false_positives.of) == (1, 2)


def test_without_rejected_submissions_there_is_no_rate_of_false_positives() -> None:
    assert figures([(True, True)]).false_positives.value is None
