"""What every policy makes of outputs that are nearly right, and of white space alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.checkers.registry import methods
from service.checkers.result import CheckResult, Outcome
from service.judging.compare import compare_text
from service.judging.kattis_flags import BadFlags, apply_flags
from service.judging.policies import POLICY_NAMES, build_policy
from tests.unit.checkers.near_misses import MUTATIONS, Rows, copied_token, edited, noisy, rows, text
from trainer_client.wire import Hints

REASON_LIMIT = 300
HONEST = ("default", "strict", "lcb")
DEFAULT = build_policy("default", Hints())
ODD_CHARACTERS = st.sampled_from(["\U000e0001", "\ud800", "\0", "\r", "\u00e9", "'", "\\", "a"])
ODD_TEXTS = st.lists(ODD_CHARACTERS, min_size=30, max_size=60).map("".join)
FLAG_WORDS = st.sampled_from(
    [
        *[
            "case_sensitive",
            "space_change_sensitive",
            "float_tolerance",
            "float_relative_tolerance",
        ],
        *["float_absolute_tolerance", "1e-6", "-1", "nan", "inf", "1e999", "0", "\x00", "=", "1_0"],
    ]
)


def _assert_says_why(result: CheckResult) -> None:
    assert bool(result.rule) == (result.outcome is Outcome.ACCEPTED)
    assert (result.difference is not None) == (result.outcome is Outcome.REFUSED)
    if result.difference is not None:
        said = result.difference.describe()
        assert said.isprintable()
        assert 0 < len(said) < REASON_LIMIT


@given(answer=st.one_of(rows().map(text), st.binary(max_size=80)), data=st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_nearly_the_answer_is_printed_every_method_and_policy_says_why(
    answer: bytes, data: st.DataObject
) -> None:
    output = data.draw(edited(answer))
    for check in methods().values():
        _assert_says_why(check(output, answer))
    for name in POLICY_NAMES:
        result = compare_text(build_policy(name, Hints()), output, [answer])
        assert result.outcome is not Outcome.NOT_APPLICABLE
        _assert_says_why(result)


@given(output=ODD_TEXTS, answer=ODD_TEXTS)
@settings(max_examples=150, deadline=None)
def test_a_reason_is_one_short_line_whatever_characters_differ(output: str, answer: str) -> None:
    pair = output.encode("utf-8", "surrogatepass"), answer.encode("utf-8", "surrogatepass")
    _assert_says_why(compare_text(DEFAULT, pair[0], [pair[1]]))


@pytest.mark.parametrize("kind", MUTATIONS)
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_wrong_rows_are_refused(kind: str, data: st.DataObject) -> None:
    answer = data.draw(rows(least=2))
    output = data.draw(MUTATIONS[kind](answer))
    for name in HONEST:
        policy = build_policy(name, Hints())
        assert not compare_text(policy, text(output), [text(answer)]).accepted
    assert not compare_text(DEFAULT, data.draw(noisy(output)), [text(answer)]).accepted


@given(answer=rows(), data=st.data())
@settings(max_examples=150, deadline=None)
def test_white_space_that_carries_nothing_is_accepted(answer: Rows, data: st.DataObject) -> None:
    assert compare_text(DEFAULT, data.draw(noisy(answer)), [text(answer)]).accepted


@given(number=st.integers(-(10**30), 10**30), change=st.integers(1, 10**6))
def test_another_integer_is_refused_however_near(number: int, change: int) -> None:
    for output in (f"{number + change}", f"{number + change}.0", f"{number}.5"):
        assert not compare_text(DEFAULT, output.encode(), [b"%d" % number]).accepted


@given(answer=rows(least=2), data=st.data())
@settings(max_examples=150, deadline=None)
def test_unordered_tokens_may_be_permuted_and_not_repeated(
    answer: Rows, data: st.DataObject
) -> None:
    policy = build_policy("default", Hints(unordered="tokens"))
    tokens = [token for line in answer for token in line]
    permuted = data.draw(st.permutations(tokens))
    assert compare_text(policy, b" ".join(permuted), [text(answer)]).accepted
    repeated = data.draw(copied_token([permuted]))
    assert not compare_text(policy, text(repeated), [text(answer)]).accepted
    assert not compare_text(policy, b" ".join([*permuted, permuted[0]]), [text(answer)]).accepted
    assert not compare_text(policy, b" ".join(permuted[1:]), [text(answer)]).accepted


@given(answer=rows(least=2), data=st.data())
@settings(max_examples=150, deadline=None)
def test_unordered_lines_may_be_permuted_and_not_repeated(
    answer: Rows, data: st.DataObject
) -> None:
    policy = build_policy("default", Hints(unordered="lines"))
    permuted = data.draw(st.permutations(answer))
    assert compare_text(policy, text(permuted), [text(answer)]).accepted
    assert not compare_text(policy, text([*permuted, permuted[0]]), [text(answer)]).accepted
    assert not compare_text(policy, text(permuted[1:]), [text(answer)]).accepted
    copied = data.draw(copied_token(permuted))
    assert not compare_text(policy, text(copied), [text(answer)]).accepted


@pytest.mark.parametrize("name", ["unordered_lines", "unordered_tokens"])
@given(left=rows(), data=st.data())
@settings(max_examples=150, deadline=None)
def test_without_tolerance_order_free_methods_are_symmetric(
    name: str, left: Rows, data: st.DataObject
) -> None:
    right = data.draw(edited(text(data.draw(st.permutations(left)))))
    check = methods()[name]
    forth, back = (
        check(output, answer, float_tol=0)
        for output, answer in ((text(left), right), (right, text(left)))
    )
    assert forth.accepted == back.accepted


@given(answer=rows(), data=st.data(), tolerances=st.tuples(st.floats(0, 10), st.floats(0, 10)))
@settings(max_examples=200, deadline=None)
def test_a_larger_tolerance_refuses_nothing_that_a_smaller_one_accepts(
    answer: Rows, data: st.DataObject, tolerances: tuple[float, float]
) -> None:
    output = data.draw(edited(text(answer)))
    small, large = sorted(tolerances)
    for numbers_are_float in (False, True):
        if compare_text(
            build_policy("default", Hints(float_tol=small, numbers_are_float=numbers_are_float)),
            output,
            [text(answer)],
        ).accepted:
            wider = Hints(float_tol=large, numbers_are_float=numbers_are_float)
            assert compare_text(build_policy("default", wider), output, [text(answer)]).accepted


@given(answer=rows(), data=st.data())
@settings(max_examples=200, deadline=None)
def test_what_strict_accepts_every_hint_but_exact_whitespace_accepts(
    answer: Rows, data: st.DataObject
) -> None:
    wanted = data.draw(edited(text(answer)))
    output = data.draw(st.one_of(edited(wanted), st.just(wanted.rstrip() + b" \r\n\n")))
    if compare_text(build_policy("strict", Hints()), output, [wanted]).accepted:
        for hints in (Hints(), Hints(float_tol=0), Hints(ignore_case=False, output_type="string")):
            assert compare_text(build_policy("default", hints), output, [wanted]).accepted


def test_exact_whitespace_is_stricter_than_strict() -> None:
    policy = build_policy("default", Hints(exact_whitespace=True))
    assert compare_text(build_policy("strict", Hints()), b"a \n", [b"a\n"]).accepted
    assert not compare_text(policy, b"a \n", [b"a\n"]).accepted


@given(flags=st.one_of(st.text(max_size=40), st.lists(FLAG_WORDS, max_size=6).map(" ".join)))
@settings(max_examples=300, deadline=None)
def test_flags_are_read_or_called_bad_and_then_a_policy_judges(flags: str) -> None:
    try:
        hints = apply_flags(flags, Hints())
    except BadFlags as error:
        assert str(error).isprintable()
        return
    assert compare_text(build_policy("default", hints), b"1 a 0.5", [b"1 a 0.5"]).accepted
