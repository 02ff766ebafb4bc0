"""Which items of unordered sides are paired: equals, but not where tolerance needs them."""

from __future__ import annotations

from typing import Any

import pytest

from service.checkers.registry import methods
from service.checkers.typed_value import check_value


@pytest.mark.parametrize("name", ["unordered_lines", "unordered_tokens"])
@pytest.mark.parametrize(
    ("output", "answer", "params", "accepted"),
    [
        ("1.0 2.0", "0.0 1.0", {}, True),
        ("2.0 1.0", "0.0 1.0", {"numbers_are_float": True}, True),
        ("1.0 2.0", "0.0 1.0", {"float_tol": 0}, False),
        ("2 1", "0 1", {}, False),
        ("2 1", "0 1", {"numbers_are_float": True}, True),
        ("b yes 0.0 0.5", "0.5 YES b 0.0", {}, True),
        ("a a b", "a b b", {}, False),
        ("1 1.0 1e0", "1.0 1 1", {"float_tol": 0}, True),
    ],
)
def test_texts_in_any_order(
    name: str, output: str, answer: str, params: dict[str, Any], accepted: bool
) -> None:
    given, wanted = (text.replace(" ", "\n").encode() for text in (output, answer))
    assert methods()[name](given, wanted, **{"float_tol": 1.0, **params}).accepted == accepted


@pytest.mark.parametrize(
    ("output", "answer", "params", "accepted"),
    [
        ([1.0, 2.0], [0.0, 1.0], {}, True),
        ([1.0, 2.0], [0.0, 1.0], {"float_tol": 0}, False),
        ([2, 1], [0, 1], {}, False),
        ([2, 1], [0, 1], {"numbers_are_float": True}, True),
        ([[1.0], [2.0]], [[0.0], [1.0]], {}, True),
        ([[1, 2.0], [1, 1.0], [3]], [[3], [1, 0.0], [1, 1.0]], {}, True),
        (["a", True, 1, None], [None, 1, 1, "a"], {}, True),
        (["a", "a", "b"], ["a", "b", "b"], {}, False),
        ([2.0, 1, 1.0], [1, 1.0, 1.0], {}, True),
    ],
)
def test_values_in_any_order(
    output: list[object], answer: list[object], params: dict[str, Any], accepted: bool
) -> None:
    asked: dict[str, Any] = {"float_tol": 1.0, "unordered": "list", **params}
    assert check_value(output, answer, **asked).accepted == accepted
