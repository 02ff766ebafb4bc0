"""Problems made ready: what is decoded, and what is the caller's error."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.model import Prelude, RunMode
from sandbox.values import DictValue
from service.errors import BadInput
from service.judging.problem import BadProblem, prepare, text_bytes
from trainer_client.wire import CheckerSpec, Hints, Problem, TestCase


def _call(text: str, output: str = "0", **fields: Any) -> Problem:
    tests = [TestCase(input=text, output=output)]
    return Problem.model_validate({"mode": "call", "fn_name": "f", "tests": tests, **fields})


def _stdio(**fields: Any) -> Problem:
    return Problem.model_validate({"mode": "stdio", "tests": [TestCase(input="")], **fields})


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("", ()),
        ("\n", ()),
        ("1", (1,)),
        ("1\n", (1,)),
        ("[1, 2]\n'a'\n(1, 2)", ([1, 2], "a", (1, 2))),
        ('{"a": null}\n{1: 2}\n{1, 2}', ({"a": None}, {1: 2}, {1, 2})),
        ("True\ntrue", (True, True)),
        ('"a\\nb"', ("a\nb",)),
        ("9" * 6001, (10**6001 - 1,)),
    ],
)
def test_arguments_are_one_value_a_line(text: str, arguments: tuple[object, ...]) -> None:
    assert prepare(_call(text)).tests[0].case.arguments == arguments


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "line 1"),
        ("1\n\n2", "line 2"),
        ("1\n[1, 2", "line 2"),
        ("[" * 5000, "line 1"),
        ("9" * 200_000, "digits"),
        ("{[1]: 2}", "unhashable"),
        ("os.system('x')", "line 1"),
    ],
)
def test_arguments_that_cannot_be_decoded_are_the_callers_error(text: str, message: str) -> None:
    with pytest.raises(BadProblem, match=message) as caught:
        prepare(_call(text))
    assert caught.value.path == "tests.0.input"
    assert isinstance(caught.value, BadInput)


def test_an_answer_that_cannot_be_decoded_names_its_test() -> None:
    problem = Problem.model_validate(
        {
            "mode": "call",
            "fn_name": "f",
            "tests": [TestCase(input="1", output="1"), TestCase(input="1", output="")],
        }
    )
    with pytest.raises(BadProblem) as caught:
        prepare(problem)
    assert caught.value.path == "tests.1.output"


def test_answers_of_calls_stay_values_that_are_never_hashed() -> None:
    assert prepare(_call("1", "{'a': 1}")).tests[0].answers == (DictValue((("a", 1),)),)


def test_texts_with_lone_surrogates_become_bytes() -> None:
    assert text_bytes("é\ud800") == b"\xc3\xa9\xed\xa0\x80"


def test_alternatives_are_answers() -> None:
    hints = Hints(alternatives=["b"])
    text = prepare(_stdio(checker=CheckerSpec(hints=hints))).tests[0]
    assert text.answers == (b"", b"b")
    bad = CheckerSpec(hints=Hints(alternatives=["1", "x y"]))
    with pytest.raises(BadProblem) as caught:
        prepare(_call("1", checker=bad))
    assert caught.value.path == "checker.hints.alternatives.1"


@pytest.mark.parametrize(
    "code", ["assert (", "return", "break", "await f()", "def g(a, a): pass", "# coding: no\nf()"]
)
def test_test_code_that_does_not_compile_is_the_callers_error(code: str) -> None:
    tests = [TestCase(input="assert True"), TestCase(input=code)]
    problem = Problem.model_validate({"mode": "asserts", "tests": tests})
    with pytest.raises(BadProblem, match="does not compile") as caught:
        prepare(problem)
    assert caught.value.path == "tests.1.input"
    assert prepare(problem, max_tests=1).tests[0].case.test_code == "assert True"


def test_the_batchs_policy_holds_for_all_and_is_named_when_unknown() -> None:
    own = CheckerSpec(policy="default")
    assert prepare(_stdio(checker=own), policy="strict").policy.name == "strict"
    for policy, of_problem, path in (
        ("loose", "loose", "policy"),
        ("", "strict", "policy"),
        (None, "loose", "checker.policy"),
        (None, "", "checker.policy"),
    ):
        with pytest.raises(BadProblem, match="known: default, strict") as caught:
            prepare(_stdio(checker=CheckerSpec(policy=of_problem)), policy=policy)
        assert caught.value.path == path


def test_bad_flags_are_the_callers_error() -> None:
    with pytest.raises(BadProblem) as caught:
        prepare(_stdio(checker=CheckerSpec(flags="nonsense")))
    assert caught.value.path == "checker.flags"


def test_the_prelude_is_leetcodes_for_calls_and_none_else() -> None:
    assert prepare(_call("1")).prelude is Prelude.LEETCODE
    assert prepare(_call("1", prelude="none")).prelude is Prelude.NONE
    assert prepare(_stdio()).prelude is Prelude.NONE
    assert prepare(_stdio(prelude="livecodebench")).prelude is Prelude.LIVECODEBENCH


def test_the_program_carries_what_the_problem_asks() -> None:
    program = prepare(_call("1", inplace=True)).program(b"x", "python")
    assert (program.mode, program.fn_name, program.inplace) == (RunMode.CALL, "f", True)
    assert prepare(_stdio(fn_name="g")).program(b"x", "python").fn_name is None


def test_max_tests_takes_the_first() -> None:
    tests = [TestCase(input=str(number)) for number in range(5)]
    problem = Problem.model_validate({"mode": "stdio", "tests": tests})
    kept = prepare(problem, max_tests=2).tests
    assert [test.case.stdin for test in kept] == [b"0", b"1"]
    assert len(prepare(problem).tests) == 5


@pytest.mark.filterwarnings("error")
def test_what_a_compiler_warns_of_is_no_fault_of_test_code() -> None:
    test = TestCase(input="assert f(1) is 5\nassert '\\d'")
    problem = Problem.model_validate({"mode": "asserts", "tests": [test]})
    assert len(prepare(problem).tests) == 1
