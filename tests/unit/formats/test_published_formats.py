"""Each published format: what a row becomes, and that readers and the judge take it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest

from service.judging.problem import prepare
from tests.unit.formats.published_rows import (
    CALL_LISTS,
    EVALPLUS_ROW,
    HUMANEVAL_ROW,
    MBPP_ROW,
    SOUND,
    STDIO_LISTS,
    Row,
    apps_row,
    corpus_rows,
    deepcoder_row,
    lcb_call_row,
    lcb_row,
    outcomes,
    refusal,
    taco_row,
)
from trainer_client.formats import read
from trainer_client.formats.published import FORMATS
from trainer_client.formats.published.conversion import Untested
from trainer_client.formats.published.platform_name import platform_of


@pytest.mark.parametrize("name", SOUND)
def test_what_is_converted_is_read_and_can_be_judged(name: str, tmp_path: Path) -> None:
    format_name, row = SOUND[name]
    (made,) = corpus_rows(tmp_path, format_name, row)
    path = tmp_path / "corpus.jsonl"
    path.write_text(json.dumps(made) + "\n")
    (problem,) = read(path)
    assert problem.unsupported is None
    assert prepare(problem.problem).tests
    assert all(item.expected for item in problem.submissions)


def test_every_format_has_a_sound_row() -> None:
    assert {format_name for format_name, _ in SOUND.values()} == set(FORMATS)


def cases_in(row: Row) -> list[tuple[str, str]]:
    tests = cast("list[dict[str, str]]", row["tests"])
    return [(test["input"], test["output"]) for test in tests]


def test_livecodebench_keeps_public_tests_first_then_the_hidden_ones(tmp_path: Path) -> None:
    (row,) = corpus_rows(tmp_path, "livecodebench", lcb_row())
    assert cases_in(row) == [("1 2\n", "3\n"), ("5 6\n", "11\n")]
    assert (row["problem_id"], row["mode"]) == ("livecodebench:atcoder:abc999_a", "stdio")
    assert (row["difficulty"], row["platform"]) == ("easy", "atcoder")
    assert (row["time_limit_s"], row["statement"]) == (6.0, "Add two numbers.")
    assert row["checker"] == {"kind": "default"}
    assert row["submissions"] == []


def test_livecodebench_calls_name_the_function_and_carry_the_starter_code(tmp_path: Path) -> None:
    (row,) = corpus_rows(tmp_path, "livecodebench", lcb_call_row())
    assert (row["mode"], row["fn_name"]) == ("call", "add")
    assert cases_in(row) == [("1\n2", "3"), ("1\n2", "3")]
    assert str(row["starter_code"]).startswith("class Solution")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"question_id": "abc311_c"}, "several answers and no checker: unjudgeable"),
        ({"question_id": "1", "question_title": "Find the Peaks"}, "several answers"),
        ({"question_id": "1", "question_title": "find-the-peaks"}, "several answers"),
        ({"question_id": "abc337_e"}, "interactive"),
        ({"question_id": "abc350_c"}, "tests are wrong"),
    ],
)
def test_livecodebenchs_errata_are_written_as_unjudgeable(
    changes: Row, why: str, tmp_path: Path
) -> None:
    (row,) = corpus_rows(tmp_path, "livecodebench", lcb_row(**changes))
    checker = row["checker"]
    assert isinstance(checker, dict)
    assert checker["kind"] == "validator"
    assert why in checker["note"]
    path = tmp_path / "corpus.jsonl"
    path.write_text(json.dumps(row) + "\n")
    (problem,) = read(path)
    assert problem.unsupported is not None


def test_errata_can_be_kept_judgeable_with_their_note(tmp_path: Path) -> None:
    row = lcb_row(question_id="abc311_c")
    (made,) = corpus_rows(tmp_path, "livecodebench", row, keep_unjudgeable=True)
    checker = made["checker"]
    assert isinstance(checker, dict)
    assert checker["kind"] == "default"
    assert "several answers" in checker["note"]


def test_livecodebench_refuses_both_kinds_of_tests_in_one_problem(tmp_path: Path) -> None:
    row = lcb_call_row(public_test_cases=lcb_row()["public_test_cases"])
    assert "both functional and stdin" in refusal(tmp_path, "livecodebench", row)


@pytest.mark.parametrize("metadata", ["{}", "", '{"func_name": ""}', None])
def test_livecodebench_calls_need_the_functions_name(metadata: object, tmp_path: Path) -> None:
    why = refusal(tmp_path, "livecodebench", lcb_call_row(metadata=metadata))
    assert why.startswith("metadata.func_name: needed")


def test_apps_lines_are_joined_and_solutions_are_doubtful_until_confirmed(tmp_path: Path) -> None:
    (row,) = corpus_rows(tmp_path, "apps", apps_row(STDIO_LISTS))
    assert cases_in(row) == [("1 2\n", "3\n"), ("5 6\n", "11\n")]
    assert (row["problem_id"], row["platform"]) == ("apps:7", "codeforces")
    submissions = cast("list[dict[str, str]]", row["submissions"])
    (submission,) = submissions
    assert (submission["id"], submission["label"]) == ("reference-1", "accepted")
    assert submission["doubtful"] == "label as published, not confirmed"


def test_apps_decoded_fields_are_taken_as_they_are(tmp_path: Path) -> None:
    row = {**apps_row(""), "input_output": STDIO_LISTS, "solutions": ["print(3)"]}
    assert corpus_rows(tmp_path, "apps", row)[0]["mode"] == "stdio"


CALLS: list[tuple[object, object, str, list[tuple[str, str]]]] = [
    # Wrapped: every output is a list of one value, which is what the function returns.
    ([[1, "a"]], [[3]], "", [('1\n"a"', "3")]),
    ([[[1, 2]], [[3]]], [[[2, 1]], [[3]]], "", [("[1, 2]", "[2, 1]"), ("[3]", "[3]")]),
    # Not wrapped: some output is no list of one value.
    ([[1], [2]], [[1], [1, 2]], "", [("1", "[1]"), ("2", "[1, 2]")]),
    ([[1]], [3], "", [("1", "3")]),
    # The starter code decides where both are possible.
    ([[1]], [[7]], "def f(self, n: int) -> List[int]:", [("1", "[7]")]),
    ([[1]], [[[7]]], "def f(self, n: int) -> List[int]:", [("1", "[7]")]),
    ([[1]], [[7]], "def f(self, n: int) -> int:", [("1", "7")]),
    ([[1]], [[[7]]], "def f(n) -> list[list[int]]:", [("1", "[[7]]")]),
    ([[1]], [[7]], "def f(n) -> Optional[ListNode]:", [("1", "7")]),
    # JSON made the keys texts; the function gets integers.
    ([[{"1": 2, "-3": "x"}]], [[2]], "", [('{1: 2, -3: "x"}', "2")]),
    ([[{"1": 2, "a": 3}]], [[2]], "", [('{"1": 2, "a": 3}', "2")]),
    # No arguments; texts with line ends stay on one line.
    ([[]], [["a\nb"]], "", [("", '"a\\nb"')]),
    ([[float("nan")]], [[float("inf")]], "", [("NaN", "Infinity")]),
]


@pytest.mark.parametrize(
    ("given", "returned", "starter_code", "expected"),
    CALLS,
)
def test_apps_calls(
    given: object,
    returned: object,
    starter_code: str,
    expected: list[tuple[str, str]],
    tmp_path: Path,
) -> None:
    lists = {"fn_name": "f", "inputs": given, "outputs": returned}
    row = apps_row(lists, starter_code=starter_code)
    (made,) = corpus_rows(tmp_path, "apps", row)
    assert cases_in(made) == expected


UNKNOWN_SHAPES: list[tuple[object, str]] = [
    ({"inputs": ["1", "2"], "outputs": ["1"]}, "input_output: 1 outputs for 2 inputs"),
    ({"inputs": "1", "outputs": ["1"]}, "input_output.inputs"),
    ({"inputs": ["1"]}, "input_output.outputs"),
    ([1], "input_output: an object is needed, not a list"),
    ({"inputs": [{}], "outputs": ["1"]}, "input_output.inputs.0: a text or a list of lines"),
    ({"inputs": [["1", None]], "outputs": ["1"]}, "not null"),
    ({"inputs": [True], "outputs": ["1"]}, "not a truth value"),
    ({"fn_name": "f", "inputs": [5], "outputs": [[1]]}, "a list is needed, not a number"),
    ({"fn_name": "f", "inputs": ["1"], "outputs": [1]}, "a list is needed, not a text"),
]


@pytest.mark.parametrize(
    ("lists", "why"),
    UNKNOWN_SHAPES,
)
def test_apps_shapes_that_nobody_knows_are_named(lists: object, why: str, tmp_path: Path) -> None:
    assert why in refusal(tmp_path, "apps", apps_row(lists))


@pytest.mark.parametrize("nothing", ["", "{}", '{"inputs": [], "outputs": []}'])
def test_a_row_that_publishes_no_test_is_no_corrupt_one(nothing: str, tmp_path: Path) -> None:
    assert outcomes(tmp_path, "apps", apps_row(nothing)) == [Untested(number=1)]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2.0 seconds", 2.0),
        ("1 second", 1.0),
        (" 0.5 sec. ", 0.5),
        ("3s", 3.0),
        ("0 seconds", None),
        ("None", None),
        ("2 minutes", None),
        (None, None),
        (2, None),
    ],
)
def test_taco_time_limits_are_read_where_they_say_seconds(
    text: object, seconds: float | None, tmp_path: Path
) -> None:
    (row,) = corpus_rows(tmp_path, "taco", taco_row(time_limit=text))
    assert row["time_limit_s"] == seconds


def test_taco_problems_are_named_by_line_and_platform_by_source(tmp_path: Path) -> None:
    first, second = corpus_rows(tmp_path, "taco", taco_row(), taco_row(source=None))
    assert (first["problem_id"], second["problem_id"]) == ("taco:1", "taco:2")
    assert (first["platform"], second["platform"]) == ("kattis", "codeforces")
    assert first["difficulty"] == "EASY"


@pytest.mark.parametrize(
    ("tests", "mode", "fn_name", "first"),
    [
        (CALL_LISTS, "call", "add", ("1\n2", "3")),
        (STDIO_LISTS, "stdio", None, ("1 2\n", "3\n")),
        ([{"type": "stdin_stdout", "input": "1", "output": "2"}], "stdio", None, ("1", "2")),
        ([{"input": ["1", "2"], "output": ["3"]}], "stdio", None, ("1\n2", "3")),
        (
            [{"type": "function_call", "fn_name": "f", "input": [[1]], "output": [[1]]}],
            "call",
            "f",
            ("[1]", "[1]"),
        ),
        (
            [
                {
                    "testtype": "functional",
                    "input": "1\n2",
                    "output": "3",
                    "metadata": {"func_name": "g"},
                }
            ],
            "call",
            "g",
            ("1\n2", "3"),
        ),
    ],
)
def test_deepcoder_shapes(
    tests: object, mode: str, fn_name: str | None, first: tuple[str, str], tmp_path: Path
) -> None:
    (row,) = corpus_rows(tmp_path, "deepcoder", deepcoder_row(tests))
    assert (row["mode"], row["fn_name"], cases_in(row)[0]) == (mode, fn_name, first)


@pytest.mark.parametrize(
    ("tests", "why"),
    [
        ([{"type": "function_call", "input": [1], "output": [1]}], "neither fn_name nor metadata"),
        (
            [
                {"type": "stdin_stdout", "input": "1", "output": "1"},
                {"type": "function_call", "fn_name": "f", "input": [1], "output": [1]},
            ],
            "more than one thing to drive",
        ),
        ([{"type": "other", "input": "1", "output": "1"}], "tests.0.type"),
        ([{"input": "1"}], "tests.0.output"),
        (["1"], "tests.0: an object is needed, not a text"),
        ("5", "tests: a list is needed, not a number"),
    ],
)
def test_deepcoder_shapes_that_nobody_knows_are_named(
    tests: object, why: str, tmp_path: Path
) -> None:
    assert why in refusal(tmp_path, "deepcoder", deepcoder_row(tests))


def test_humaneval_is_the_test_and_its_call_and_the_whole_program(tmp_path: Path) -> None:
    (row,) = corpus_rows(tmp_path, "humaneval", HUMANEVAL_ROW)
    assert cases_in(row) == [
        ("def check(candidate):\n    assert candidate(2) == 4\n\ncheck(twice)\n", "")
    ]
    submissions = cast("list[dict[str, str]]", row["submissions"])
    assert submissions[0]["code"] == 'def twice(x):\n    """Double x."""\n    return 2 * x\n'
    assert "doubtful" not in submissions[0]


def test_an_entry_point_that_is_no_name_is_refused(tmp_path: Path) -> None:
    row = {**HUMANEVAL_ROW, "entry_point": "f)\nimport os\n(f"}
    assert "is no name" in refusal(tmp_path, "humaneval", row)


def test_mbpp_makes_each_assert_a_test_and_leaves_the_challenge_out(tmp_path: Path) -> None:
    (row,) = corpus_rows(tmp_path, "mbpp", MBPP_ROW)
    assert cases_in(row) == [
        ("import math\nassert twice(2) == 4\n", ""),
        ("import math\nassert twice(0) == 0\n", ""),
    ]
    assert row["problem_id"] == "mbpp:900"


def test_evalplus_calls_check_where_the_test_defines_it(tmp_path: Path) -> None:
    with_check, without = corpus_rows(tmp_path, "evalplus", HUMANEVAL_ROW, EVALPLUS_ROW)
    assert cases_in(with_check)[0][0].endswith("\ncheck(twice)\n")
    assert cases_in(without)[0][0] == EVALPLUS_ROW["test"]


def test_evalplus_inputs_without_answers_are_refused_as_nothing_is_run(tmp_path: Path) -> None:
    row = {**HUMANEVAL_ROW, "base_input": [[1]], "plus_input": [[2]], "test": None}
    assert "no answers without running" in refusal(tmp_path, "evalplus", row)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://www.codechef.com/problems/X", "codechef"),
        ("https://atcoder.jp/contests/abc1", "atcoder"),
        ("https://open.kattis.com/problems/x", "kattis"),
        ("no address", None),
        ("https://[broken", None),
        ("http://10.0.0.1/x", None),
        ("", None),
        (None, None),
    ],
)
def test_platforms_are_named_by_their_site(url: str | None, name: str | None) -> None:
    assert platform_of(url) == name
