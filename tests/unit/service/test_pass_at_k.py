"""pass@k against values worked by hand and against its own definition."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.pass_at_k import Estimate, Samples, mean_pass_at_k, pass_at_k


def of(n: int, c: int) -> Samples:
    return Samples(judged=n, accepted=c)


COUNTS = st.integers(1, 60).flatmap(
    lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))
)
DRAWS = st.lists(st.booleans(), min_size=1, max_size=8).flatmap(
    lambda verdicts: st.tuples(st.just(verdicts), st.integers(1, len(verdicts)))
)


@pytest.mark.parametrize(
    ("n", "c", "k", "value"),
    [
        (1, 0, 1, Fraction(0)),
        (1, 1, 1, Fraction(1)),
        (5, 2, 1, Fraction(2, 5)),
        (5, 2, 2, Fraction(7, 10)),  # 1 - C(3,2)/C(5,2) = 1 - 3/10
        (5, 1, 2, Fraction(2, 5)),  # 1 - C(4,2)/C(5,2) = 1 - 6/10
        (10, 3, 5, Fraction(11, 12)),  # 1 - C(7,5)/C(10,5) = 1 - 21/252
        (5, 2, 4, Fraction(1)),  # any four of five hold one of the two
        (10, 0, 10, Fraction(0)),
        (200, 1, 100, Fraction(1, 2)),
    ],
)
def test_values_worked_by_hand(n: int, c: int, k: int, value: Fraction) -> None:
    assert pass_at_k(of(n, c), k) == value


@given(COUNTS)
def test_pass_at_1_is_the_share_accepted(counts: tuple[int, int, int]) -> None:
    n, c, _ = counts
    assert pass_at_k(of(n, c), 1) == Fraction(c, n)


@given(COUNTS)
def test_more_draws_never_lower_it_and_it_stays_a_probability(counts: tuple[int, int, int]) -> None:
    n, c, k = counts
    value = pass_at_k(of(n, c), k)
    assert 0 <= value <= 1
    if k < n:
        assert pass_at_k(of(n, c), k + 1) >= value


@given(
    st.integers(1, 8).flatmap(
        lambda n: st.tuples(st.lists(st.booleans(), min_size=n, max_size=n), st.integers(1, n))
    )
)
def test_it_is_the_share_of_draws_that_hold_an_accepted_sample(
    drawn: tuple[list[bool], int],
) -> None:
    verdicts, k = drawn
    draws = list(itertools.combinations(verdicts, k))
    expected = Fraction(sum(any(draw) for draw in draws), len(draws))
    assert pass_at_k(of(len(verdicts), sum(verdicts)), k) == expected


def test_large_counts_are_exact_to_the_last_digit() -> None:
    assert float(pass_at_k(of(100_000, 1), 10)) == 0.0001


@pytest.mark.parametrize(("n", "c", "k"), [(5, 6, 1), (5, -1, 1), (5, 2, 0), (5, 2, 6), (0, 0, 1)])
def test_counts_that_contradict_each_other_are_a_bug(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match=f"pass@{k}"):
        pass_at_k(of(n, c), k)


def test_the_mean_is_over_problems_and_leaves_those_with_few_samples_out() -> None:
    problems = [of(5, 2), of(5, 1), of(1, 1)]
    # 7 of 10 draws and 4 of 10 draws.
    assert mean_pass_at_k(problems, 2) == Estimate(value=0.55, left_out=1)
    assert mean_pass_at_k(problems, 1).value == pytest.approx((0.4 + 0.2 + 1) / 3)


def test_without_a_problem_there_is_no_mean() -> None:
    assert mean_pass_at_k([of(1, 1)], 2) == Estimate(value=None, left_out=1)
    assert mean_pass_at_k([], 1) == Estimate(value=None, left_out=0)
