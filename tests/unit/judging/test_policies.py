"""Hints as parameters and methods, and the ladder that walks a policy."""

from __future__ import annotations

import pytest

from service.checkers.registry import methods
from service.judging.compare import compare_text, compare_value
from service.judging.policies import POLICY_NAMES, build_policy
from trainer_client.wire import FloatTolerance, Hints


def _methods(hints: Hints, name: str = "default") -> list[str]:
    return [step.method for step in build_policy(name, hints).text]


def test_the_default_ladder_has_its_rungs_in_order() -> None:
    assert _methods(Hints()) == [
        "exact",
        "lines",
        "tokens",
        "numeric_exact",
        "float_tolerance",
        "verdict_case",
        "blank_lines",
        "layout",
        "literal",
    ]


@pytest.mark.parametrize("name", POLICY_NAMES)
def test_a_policy_names_methods_that_exist(name: str) -> None:
    for hints in (Hints(), Hints(unordered="lines", ignore_case=True, profile="lenient")):
        assert set(_methods(hints, name)) <= set(methods())


def test_hints_choose_methods() -> None:
    assert "verdict_case" not in _methods(Hints(ignore_case=False))
    assert "ignore_case" in _methods(Hints(ignore_case=True))
    assert "numeric_exact" not in _methods(Hints(output_type="string"))
    assert _methods(Hints(exact_whitespace=True)) == ["exact", "exact_whitespace"]
    assert "unordered_tokens" in _methods(Hints(unordered="tokens"))
    assert _methods(Hints(profile="lenient"))[-1] == "printed_list"


def test_strict_is_strict_whatever_the_hints_say() -> None:
    policy = build_policy("strict", Hints(ignore_case=True, float_tol=1.0))
    assert compare_text(policy, b"a \n", [b"a"]).accepted
    assert not compare_text(policy, b"A", [b"a"]).accepted
    assert not compare_text(policy, b"1.0", [b"1.5"]).accepted


def test_a_tolerance_as_asked_reaches_the_methods() -> None:
    policy = build_policy("default", Hints(float_tol=FloatTolerance(abs=0.5)))
    assert compare_text(policy, b"1000.5", [b"1e3"]).accepted
    assert not compare_text(policy, b"1000.6", [b"1e3"]).accepted
    assert compare_value(policy, 1.25, [1.5]).accepted


@pytest.mark.parametrize(
    ("output", "answer", "rule"),
    [
        (b"1\n", b"1\n", "exact"),
        (b"1 \n", b"1\n", "lines"),
        (b"1  2", b"1 2", "tokens"),
        (b"1.0 x", b"1 x", "numeric_exact"),
        (b"0.3000000001", b"0.3", "float_tolerance"),
        (b"3.0 0.30000001", b"3 0.3", "numeric_exact+float_tolerance"),
        (b"0.50 0.30000001", b"0.5 0.3", "float_tolerance"),
        (b"YES", b"Yes", "verdict_case"),
        (b"YES 0.30000001", b"Yes 0.3", "float_tolerance+verdict_case"),
        (b"1\n\n2", b"1\n2", "blank_lines"),
        (b"1.0\n\n2", b"1\n2", "numeric_exact+blank_lines"),
        (b"1\n2", b"1 2", "layout"),
        (b"0.5\n0.30000001", b"0.5 0.3", "float_tolerance+layout"),
        (b"[1,2]", b"[1, 2]", "literal"),
        (b"[1.0,2]", b"[1, 2]", "numeric_exact+literal"),
    ],
)
def test_match_rule_names_the_methods_that_were_needed(
    output: bytes, answer: bytes, rule: str
) -> None:
    result = compare_text(build_policy("default", Hints()), output, [answer])
    assert result.accepted
    assert result.rule == rule


def test_alternatives_are_answers_too_and_named() -> None:
    policy = build_policy("default", Hints())
    assert compare_text(policy, b"b", [b"a", b"b"]).rule == "exact+alternatives"
    assert compare_value(policy, 2, [1, 2]).rule == "exact+alternatives"
    assert not compare_text(policy, b"c", [b"a", b"b"]).accepted


def test_a_refusal_says_where_the_first_difference_is() -> None:
    result = compare_text(build_policy("default", Hints()), b"1 2\n3 5 6", [b"1 2\n3 4 6"])
    difference = result.difference
    assert difference is not None
    assert (difference.line, difference.token) == (2, 2)
    assert (difference.output, difference.answer) == ("'5'", "'4'")
    assert difference.describe() == "line 2, token 2: other token, printed '5', expected '4'"


def test_a_refusal_never_shows_a_long_answer_whole() -> None:
    answer = b"x" * 10_000
    result = compare_text(build_policy("default", Hints()), b"y" * 10_000, [answer])
    assert result.difference is not None
    assert len(result.difference.describe()) < 200


def test_an_unknown_policy_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        build_policy("loose", Hints())
