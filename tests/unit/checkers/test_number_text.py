"""Numbers as tokens, against values worked by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest

from service.checkers.number_text import Closeness, Tolerance, compare_numbers, read_number


def _closeness(output: str, answer: str, float_tol: float = 1e-6) -> Closeness:
    return compare_numbers(output.encode(), answer.encode(), Tolerance.of(float_tol))


@pytest.mark.parametrize(
    "token", ["0", "-0", "12", "5.", ".5", "-.5", "0.50", "1e5", "1E+05", "1.5e-7", "0e0"]
)
def test_numbers_are_read_exactly(token: str) -> None:
    assert read_number(token.encode()) == Decimal(token)


@pytest.mark.parametrize(
    "token",
    [
        *["", "-", ".", "+5", "007", "00.5", "1_0", "0x1", "1e", "e5", "1.2.3", "nan", "inf"],
        *["1,5", "\uff11", "5n", "--5", "-+5", "1e5.0", "5 ", "1e1234567890123456"],
    ],
)
def test_all_else_is_a_word(token: str) -> None:
    assert read_number(token.encode()) is None


@pytest.mark.parametrize(
    ("output", "answer", "closeness"),
    [
        ("1.0", "1", Closeness.EQUAL),
        ("1.000001", "1.0", Closeness.CLOSE),
        ("1.0000010000000000000000000000000000001", "1.0", Closeness.FAR),
        ("0.999999", "1.0", Closeness.CLOSE),
        ("1000001.0", "1000000.0", Closeness.CLOSE),
        ("1000001.0000001", "1000000.0", Closeness.FAR),
        ("123456789012345679.0", "123456789012345678.0", Closeness.CLOSE),
        ("2e-7", "1e-7", Closeness.FAR),
        ("0.0000002", "0.0000001", Closeness.CLOSE),
        ("1e-7", "0e0", Closeness.CLOSE),
        ("1e-999999999", "0.0", Closeness.CLOSE),
        ("1e999999999", "1.0", Closeness.FAR),
        ("-1e999999999", "1e999999999", Closeness.FAR),
        ("nan", "1.0", Closeness.FAR),
    ],
)
def test_closeness_is_decided_exactly(output: str, answer: str, closeness: Closeness) -> None:
    assert _closeness(output, answer) is closeness


def test_the_tolerance_itself_is_a_decimal_and_not_its_binary_neighbour() -> None:
    for exponent in range(1, 16):
        limit = f"0.{'0' * (exponent - 1)}1"
        assert _closeness(limit, "0.0", float(f"1e-{exponent}")) is Closeness.CLOSE
        assert _closeness(limit + "0001", "0.0", float(f"1e-{exponent}")) is Closeness.FAR


def test_no_tolerance_is_none() -> None:
    assert Tolerance.of(0) is None
    assert Tolerance.of({"abs": None, "rel": 0}) is None
    assert Tolerance.of(float("nan")) is None
