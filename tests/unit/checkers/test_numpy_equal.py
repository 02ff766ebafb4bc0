"""numpy's `==` without numpy: shapes that fit, one item alone, precision of the numpy value.

What is expected here is what numpy 2.4 answers.
"""

from __future__ import annotations

import pytest

from sandbox.values import NumpyValue
from service.checkers.equal_value import check_value, equal_values
from service.checkers.numpy_equal import numpy_equals

THIRD = 0.3333333432674408
"""The float of four bytes that is next to a third."""

NOTHING: list[object] = []
OF_SHAPES: list[tuple[tuple[int, ...], object, bool | None]] = [
    ((), 5, True),
    ((), [5], True),
    ((), [[[5]]], True),
    ((1, 1), 5, True),
    ((1,), [5, 5], False),
    ((2,), 5, False),
    ((2,), [5, 5], False),
    ((), [], None),
    ((1,), [[]], None),
    ((0,), 5, None),
    ((0,), [5], None),
    ((0,), [5, 5], False),
    ((2, 1), [], None),
    ((3,), [[], []], False),
    ((1,), [[], [5]], False),
    ((1,), [5, [5]], False),
    ((), {"a": 5}, False),
    ((), None, False),
    ((), "5", False),
]


def _equals(dtype: str, shape: tuple[int, ...], item: object, answer: object) -> bool | None:
    return numpy_equals(NumpyValue(dtype=dtype, shape=shape, item=item), answer, equal_values)


@pytest.mark.parametrize(("shape", "answer", "equal"), OF_SHAPES)
def test_only_one_item_has_a_truth(
    shape: tuple[int, ...], answer: object, equal: bool | None
) -> None:
    assert _equals("i8", shape, 5, answer) is equal


@pytest.mark.parametrize(
    ("dtype", "item", "answer", "equal"),
    [
        ("f4", THIRD, 1 / 3, True),
        ("f4", THIRD, [1 / 3], False),
        ("f4", 16777216.0, 16777217, True),
        ("f4", 16777216.0, [16777217], False),
        ("f4", float("inf"), 1e300, True),
        ("f2", float("inf"), -1e300, False),
        ("f8", float(2**53), 2**53 + 1, True),
        ("f8", float(2**53), [2**53 + 1], True),
        ("f8", float(2**70), [2**70 + 1], False),
        ("f8", 1.0, 10**400, False),
        ("i8", 2**53 + 1, float(2**53), True),
        ("i8", 2**53 + 1, 2**53, False),
        ("b1", True, 1, True),
        ("b1", True, True, True),
        ("c16", complex(2**53), 2**53 + 1, True),
        ("O8", (1, 2), [1, 2], False),
        ("U4", "a", "a", True),
        ("U4", "1", 1, False),
        ("f8", float("nan"), float("nan"), False),
    ],
)
def test_a_number_alone_takes_the_precision_of_the_numpy_value(
    dtype: str, item: object, answer: object, equal: bool
) -> None:
    assert _equals(dtype, (), item, answer) is equal


def test_a_comparison_of_nothing_counts_as_equal_at_the_top_only() -> None:
    empty = NumpyValue(dtype="f8", shape=(0,))
    assert check_value(empty, []).accepted
    assert not check_value([empty], [NOTHING]).accepted
