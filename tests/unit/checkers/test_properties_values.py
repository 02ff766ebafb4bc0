"""What holds for every comparison of returned values: total, an answer is right, and the like."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.values import read_value
from service.checkers.registry import value_methods
from service.checkers.result import CheckResult, Outcome
from service.checkers.typed_value import check_value
from service.checkers.value_text import parse_value
from service.judging.compare import compare_value
from service.judging.policies import POLICY_NAMES, build_policy
from trainer_client.wire import Hints

REASON_LIMIT = 300
# It asks whether the output is the first item of the answer, which the answer is not.
OTHER_QUESTION = "first_item"
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.tuples(inner, inner),
        st.dictionaries(st.text(max_size=3), inner, max_size=3),
        st.frozensets(st.integers(), max_size=3),
    ),
    max_leaves=12,
)
# With the hint `unordered` a set stands for a list, and a list never for a set.
WITHOUT_SETS = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
PERMUTED = st.lists(WITHOUT_SETS, max_size=5).flatmap(
    lambda items: st.tuples(st.just(items), st.permutations(items))
)
TYPED = st.sampled_from(
    [
        *[
            b'{"$": "int", "v": "ff"}',
            b'{"$": "tuple", "v": [1]}',
            b"[1, 2]",
            b"NaN",
            b"1e400",
            b"{",
        ],
        *[
            b'{"$": "set", "v": [1, 1]}',
            b'{"$": "Decimal", "v": "sNaN"}',
            b'"a"',
            b"[[[]]]",
            b"null",
        ],
        *[b'{"$": "Decimal", "v": "1e999999"}', b'{"$": "Fraction", "v": [1, 3]}', b"1.5", b"\xff"],
        *[b'{"$": "dict", "v": [[1, 2], ["1", 2]]}', b'{"$": "unserialisable", "v": "\\n"}', b"0"],
    ]
)
UNIQUE_ITEMS = st.lists(
    st.one_of(st.integers(), st.text(max_size=4)), min_size=2, max_size=6, unique_by=repr
)


def _value(native: Any) -> object:
    """Return a Python value as an answer's text says it."""
    return parse_value(repr(native))


def _assert_says_why(result: CheckResult) -> None:
    assert bool(result.rule) == (result.outcome is Outcome.ACCEPTED)
    assert (result.difference is not None) == (result.outcome is Outcome.REFUSED)
    if result.difference is not None:
        said = result.difference.describe()
        assert said.isprintable()
        assert 0 < len(said) < REASON_LIMIT


@given(output=st.one_of(st.binary(max_size=60), TYPED), answer=VALUES)
@settings(max_examples=200, deadline=None)
def test_whatever_is_returned_every_method_and_policy_says_why(output: bytes, answer: Any) -> None:
    returned, wanted = read_value(output), _value(answer)
    for check in value_methods().values():
        _assert_says_why(check(returned, wanted))
    for name in POLICY_NAMES:
        _assert_says_why(compare_value(build_policy(name, Hints()), returned, [wanted]))


@given(answer=VALUES)
@settings(max_examples=200, deadline=None)
def test_an_answer_is_accepted_by_every_policy_and_refused_by_no_method(answer: Any) -> None:
    for name, check in value_methods().items():
        if name != OTHER_QUESTION:
            outcome = check(_value(answer), _value(answer)).outcome
            assert outcome is not Outcome.REFUSED, name
    for name in POLICY_NAMES:
        policy = build_policy(name, Hints())
        assert compare_value(policy, _value(answer), [_value(answer)]).accepted


@given(pair=st.one_of(st.tuples(WITHOUT_SETS, WITHOUT_SETS), PERMUTED))
@settings(max_examples=300, deadline=None)
def test_plain_values_are_symmetric_without_tolerance(pair: tuple[Any, Any]) -> None:
    one, other = map(_value, pair)
    for unordered in (None, "list", "nested"):
        forth = check_value(one, other, float_tol=0, unordered=unordered)
        back = check_value(other, one, float_tol=0, unordered=unordered)
        assert forth.accepted == back.accepted


@given(left=VALUES, right=VALUES)
@settings(max_examples=300, deadline=None)
def test_a_value_that_strict_accepts_is_accepted_by_default(left: Any, right: Any) -> None:
    strict, default = (build_policy(name, Hints()) for name in ("strict", "default"))
    if compare_value(strict, _value(left), [_value(right)]).accepted:
        assert compare_value(default, _value(left), [_value(right)]).accepted


@given(items=UNIQUE_ITEMS, data=st.data())
@settings(max_examples=200, deadline=None)
def test_order_and_number_of_items_count_unless_hinted(
    items: list[Any], data: st.DataObject
) -> None:
    permuted = data.draw(st.permutations(items))
    assert check_value(permuted, items).accepted == (permuted == items)
    assert check_value(permuted, items, unordered="list").accepted
    for wrong in ([*permuted, permuted[0]], permuted[1:], [permuted[1], *permuted[1:]]):
        assert not check_value(wrong, items).accepted
        assert not check_value(wrong, items, unordered="list").accepted
        assert not check_value(wrong, items, unordered="nested").accepted


@given(
    answer=st.floats(-1e6, 1e6),
    error=st.floats(-10, 10),
    tolerances=st.tuples(st.floats(0, 10), st.floats(0, 10)),
)
@settings(max_examples=300, deadline=None)
def test_a_larger_tolerance_of_values_refuses_no_more(
    answer: float, error: float, tolerances: tuple[float, float]
) -> None:
    small, large = sorted(tolerances)
    pairs: list[tuple[object, object]] = [
        (answer + error, answer),
        ([1, answer + error], [1, answer]),
    ]
    for output, wanted in pairs:
        for unordered in (None, "nested"):
            if check_value(output, wanted, float_tol=small, unordered=unordered).accepted:
                assert check_value(output, wanted, float_tol=large, unordered=unordered).accepted


@pytest.mark.parametrize("key", ["k" * 60, "\U000e0001" * 60, "'\"\\" * 20])
def test_a_reason_is_one_short_line_however_deep_the_place(key: str) -> None:
    output: Any = 1
    answer: Any = 2
    for _ in range(40):
        output, answer = {key: output}, {key: answer}
    _assert_says_why(check_value(_value(output), _value(answer)))
