"""Policies `lcb` and `microcoder`: other judges' comparisons, with their mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandbox.model import ValueForm
from sandbox.values import DictValue, NumpyValue, SetValue
from service.checkers.registry import methods, value_methods
from service.judging.compare import compare_text, compare_value
from service.judging.policies import POLICY_NAMES, build_policy
from service.judging.problem import prepare
from trainer_client.wire import Hints, Problem

FOREIGN = ("lcb", "microcoder")


def _text_rule(policy: str, output: str, answer: str) -> str:
    built = build_policy(policy, Hints())
    return compare_text(built, output.encode(), [answer.encode()]).rule


def _value_rule(policy: str, output: object, answer: object) -> str:
    return compare_value(build_policy(policy, Hints()), output, [answer]).rule


@pytest.mark.parametrize("name", POLICY_NAMES)
def test_a_policy_names_methods_that_exist(name: str) -> None:
    policy = build_policy(name, Hints())
    assert {step.method for step in policy.text} <= methods().keys()
    assert {step.method for step in policy.value} <= value_methods().keys()


@pytest.mark.parametrize("name", FOREIGN)
def test_hints_change_nothing_in_a_policy_that_follows_a_judge(name: str) -> None:
    hints = Hints(float_tol=1.0, ignore_case=True, unordered="nested", profile="lenient")
    assert build_policy(name, hints) == build_policy(name, Hints())


@pytest.mark.parametrize(
    ("output", "answer", "rule"),
    [
        ("1\n2 \n\n", "1\n2", "stripped_lines"),
        ("1.0 2", "1 2.00", "decimal_lines"),
        ("x\n1_000", "x\n1e3", "decimal_lines"),
        ("x 1.0", "x 1", ""),
        ("0.3", "0.30000000000000004", ""),
        ("nan", "nan", "stripped_lines"),
        ("nan 1", "nan  1", ""),
        ("sNaN", "1", ""),
        ("1", "1 1", ""),
        ("", "\n", "stripped_lines"),
        ("\ud7ff", "\ud7ff", "stripped_lines"),
    ],
)
def test_lcb_compares_printed_lines(output: str, answer: str, rule: str) -> None:
    assert _text_rule("lcb", output, answer) == rule


def test_bytes_that_are_no_text_are_compared_as_they_are() -> None:
    lcb = build_policy("lcb", Hints())
    assert compare_text(lcb, b"\xff\n", [b"\xff"]).accepted
    assert not compare_text(lcb, b"\xff", [b"\xfe"]).accepted
    assert compare_text(lcb, b"\xed\xa0\x80 \n", [b"\xed\xa0\x80"]).accepted


def test_a_refusal_of_lcb_says_where_the_first_difference_is() -> None:
    result = compare_text(build_policy("lcb", Hints()), b"1\n2\n4", [b"1\n2.0\n3"])
    assert result.difference is not None
    assert result.difference.describe() == "line 3: other line, printed '4', expected '3'"


@pytest.mark.parametrize(
    ("output", "answer", "equal"),
    [
        ((1, 2), [1, 2], True),
        ([(1, 2)], [[1, 2]], False),
        ([True, 2.0], [1, 2], True),
        (5, [5], False),
        (DictValue((("a", (1,)),)), DictValue((("a", [1]),)), False),
        (DictValue((("b", 1), ("a", 2))), DictValue((("a", 2), ("b", 1))), True),
        (DictValue((("a", 1),)), DictValue((("a", 1), ("b", 1))), False),
        (SetValue((1,)), [1], False),
        (None, None, True),
        (NumpyValue(dtype="i8", shape=(), item=5), [5], True),
    ],
)
def test_lcb_compares_returned_values_as_python_does(
    output: object, answer: object, equal: bool
) -> None:
    assert _value_rule("lcb", output, answer) == ("equal_value" if equal else "")


def test_a_value_nested_as_deep_as_python_reads_is_no_error() -> None:
    deep: object = 1
    for _ in range(5000):
        deep = [deep]
    for name in FOREIGN:
        assert _value_rule(name, deep, deep) == ""


@pytest.mark.parametrize(
    ("output", "answer", "rule"),
    [
        ("a\u2028b", "a\u2028b", "exact"),
        (" 1 \n", "1", "joined_lines"),
        ("1\n\n2", "1\n2", "filled_lines"),
        ("1000001", "1000000", "allclose_lines"),
        ("2 1\n1", "1\n1 2 2", "line_sets"),
        ("2.0001 1", "1 2", "rounded_line_sets"),
        ("nan", "NaN", ""),
        ("1 2", "1\n2", ""),
        ("1e400", "inf", "allclose_lines"),
        ("inf", "1e300", ""),
    ],
)
def test_microcoder_is_a_cascade_that_accepts_wrong_outputs(
    output: str, answer: str, rule: str
) -> None:
    assert _text_rule("microcoder", output, answer) == rule


CONVERTED: list[tuple[object, object, str]] = [
    ((1, 2), [1, 2], "equal_value"),
    (1, [1, 2], "first_item"),
    (DictValue(((1, 2),)), DictValue((("1", 2),)), "first_item"),
    ("5", 5, "joined_lines+value_lines"),
    ([[2, 1]], [(1, 2)], "line_sets+value_lines"),
    ([10**5000], [10**5000 + 1], "allclose_lines+value_lines"),
    ([0.1 + 0.2], [0.3], "allclose_lines+value_lines"),
    (SetValue((1, 2)), [2, 1, 1], "line_sets+value_lines"),
    ([], [[]], "first_item"),
    ([[]], [], ""),
    ("", [], ""),
    (DictValue(()), [1], ""),
    ([[[1]]], [[1]], ""),
    (b"1", 1, ""),
]


@pytest.mark.parametrize(("output", "answer", "rule"), CONVERTED)
def test_microcoder_converts_returned_values(output: object, answer: object, rule: str) -> None:
    assert _value_rule("microcoder", output, answer) == rule


@pytest.mark.parametrize(
    ("checker", "form"),
    [
        ({}, ValueForm.PLAIN),
        ({"hints": {"profile": "lenient"}}, ValueForm.DRAINED),
        ({"policy": "strict", "hints": {"profile": "lenient"}}, ValueForm.PLAIN),
        ({"policy": "lcb", "hints": {"profile": "lenient"}}, ValueForm.NATIVE),
        ({"policy": "microcoder"}, ValueForm.PLAIN),
    ],
)
def test_the_policy_says_how_a_returned_value_is_read(
    checker: Mapping[str, Any], form: ValueForm
) -> None:
    posted = {"mode": "call", "fn_name": "f", "tests": [{"input": "1", "output": "1"}]}
    problem = prepare(Problem.model_validate({**posted, "checker": checker}))
    assert problem.program(b"", "python").value_form is form


def test_lcb_alone_ignores_the_exit_status() -> None:
    ignoring = [name for name in POLICY_NAMES if build_policy(name, Hints()).ignore_exit_code]
    assert ignoring == ["lcb"]
