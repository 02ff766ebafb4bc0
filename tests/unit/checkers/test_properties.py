"""What holds for every method, on any bytes: total, an answer is right, and the like."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.values import read_value
from service.checkers.registry import methods
from service.checkers.result import Outcome
from service.checkers.typed_value import check_value
from service.checkers.value_text import NotAValue, parse_value
from service.judging.compare import compare_text
from service.judging.policies import POLICY_NAMES, build_policy
from trainer_client.wire import Hints

TEXT_PIECES = st.sampled_from(
    [
        *[b" ", b"\n", b"\r\n", b"\t", b"1", b"-0", b"0.5", b".5e-3", b"1e999999999", b"7" * 50],
        *[b"Yes", b"NO", b"nan", b"inf", b"[", b"]", b",", b"{", b"}", b"'a'", b"(", b")", b":"],
        *[b"\xff", b"\x00", b"\xc2\xa0", b"\xef\xbb\xbf", b"0", b"3", b"007", b"\\", b'"'],
        b"set(",
    ]
)
TEXTS = st.one_of(st.binary(max_size=60), st.lists(TEXT_PIECES, max_size=12).map(b"".join))
ALL_HINTS: list[Hints] = [
    Hints(),
    Hints(float_tol=1e-3, numbers_are_float=True),
    Hints(unordered="lines"),
    Hints(unordered="tokens"),
    Hints(unordered="nested", ignore_case=True),
    Hints(exact_whitespace=True),
    Hints(output_type="string", profile="lenient"),
]
NAMES = sorted(methods())
VALUE = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("name", NAMES)
@given(output=TEXTS, answer=TEXTS)
@settings(max_examples=150, deadline=None)
def test_a_method_is_total_and_its_answer_equals_itself(
    name: str, output: bytes, answer: bytes
) -> None:
    check = methods()[name]
    assert check(output, answer).outcome in Outcome
    assert check(answer, answer).outcome is not Outcome.REFUSED


@pytest.mark.parametrize("hints", ALL_HINTS)
@given(output=TEXTS, answer=TEXTS)
@settings(max_examples=150, deadline=None)
def test_a_policy_is_total_and_accepts_the_answer(
    hints: Hints, output: bytes, answer: bytes
) -> None:
    for name in POLICY_NAMES:
        policy = build_policy(name, hints)
        assert compare_text(policy, answer, [answer]).accepted
        compare_text(policy, output, [answer])


@given(output=TEXTS, answer=TEXTS)
@settings(max_examples=300, deadline=None)
def test_strict_accepts_nothing_that_default_refuses(output: bytes, answer: bytes) -> None:
    strict, default = (build_policy(name, Hints()) for name in ("strict", "default"))
    if compare_text(strict, output, [answer]).accepted:
        assert compare_text(default, output, [answer]).accepted


@pytest.mark.parametrize(
    "name", ["exact", "lines", "tokens", "numeric_exact", "trailing_space", "exact_whitespace"]
)
@given(left=TEXTS, right=TEXTS)
@settings(max_examples=150, deadline=None)
def test_methods_without_tolerance_are_symmetric(name: str, left: bytes, right: bytes) -> None:
    check = methods()[name]
    assert check(left, right).accepted == check(right, left).accepted


@given(
    answer=st.decimals(-(10**6), 10**6, places=6),
    error=st.floats(-1e-2, 1e-2),
    tolerances=st.tuples(st.floats(0, 1e-2), st.floats(0, 1e-2)),
)
@settings(max_examples=200, deadline=None)
def test_a_larger_tolerance_accepts_no_less(
    answer: Any, error: float, tolerances: tuple[float, float]
) -> None:
    check = methods()["float_tolerance"]
    output = f"{float(answer) + error:.12f}".encode()
    small, large = sorted(tolerances)
    if check(output, f"{answer:.6f}".encode(), float_tol=small).accepted:
        assert check(output, f"{answer:.6f}".encode(), float_tol=large).accepted


@given(rows=st.lists(st.lists(st.floats(-100, 100), min_size=1, max_size=3), max_size=6))
@settings(max_examples=100, deadline=None)
def test_rows_in_another_order_and_spelling_are_the_same_lines(rows: list[list[float]]) -> None:
    answer = "\n".join(" ".join(f"{number:.9f}" for number in row) for row in rows)
    permuted = rows[::-1]
    output = "\n".join(" ".join(f"{number:.12f}" for number in row) for row in permuted)
    distinct = {number for row in rows for number in row}
    separated = all(
        left == right or abs(left - right) > 1e-3 for left in distinct for right in distinct
    )
    if separated:
        assert methods()["unordered_lines"](output.encode(), answer.encode()).accepted


@given(text=st.one_of(st.text(max_size=60), st.lists(TEXT_PIECES).map(b"".join).map(repr)))
@settings(max_examples=300, deadline=None)
def test_reading_a_value_raises_nothing_but_not_a_value(text: str) -> None:
    try:
        parse_value(text)
    except NotAValue:
        return


@given(data=st.binary(max_size=60), answer=VALUE)
@settings(max_examples=200, deadline=None)
def test_comparing_values_is_total(data: bytes, answer: Any) -> None:
    wanted = parse_value(repr(answer))
    assert check_value(wanted, wanted, unordered="nested").accepted
    assert check_value(wanted, wanted).accepted
    check_value(read_value(data), wanted)


@given(items=st.lists(VALUE, max_size=6))
@settings(max_examples=150, deadline=None)
def test_a_permuted_list_is_the_same_without_order(items: list[Any]) -> None:
    answer = parse_value(repr(items))
    output = parse_value(repr(items[::2] + items[1::2][::-1]))
    assert check_value(output, answer, unordered="list").accepted


@given(value=st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_near_its_neighbour(value: float) -> None:
    if abs(value) > 1e-300:
        assert check_value(math.nextafter(value, 0), value).accepted
