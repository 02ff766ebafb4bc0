"""Corpus and harness rows: what is read, what is ignored, and how a bad row is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trainer_client.errors import FormatError
from trainer_client.formats import LabelledProblem, read
from trainer_client.formats.sniff import parse_lines
from trainer_client.wire import Mode, Verdict

CORPUS_ROW: dict[str, object] = {
    "problem_id": "sum:1",
    "source": "ours",
    "licence": "Apache-2.0",
    "mode": "stdio",
    "fn_name": None,
    "time_limit_s": 2,
    "memory_mb": 256,
    "checker": {"kind": "float", "flags": "float_tolerance 1e-6", "note": "ignored"},
    "tests": [{"name": "1", "input": "1 2\n", "output": "3\n"}],
    "tests_cut": False,
    "submissions": [
        {"id": "good", "language": "python", "code": "print(3)", "label": "accepted"},
        {"id": "bad", "language": "cpp", "code": "int main(){}", "label": "wrong_answer"},
        {
            "id": "odd",
            "language": "python",
            "code": "",
            "label": "time_limit",
            "doubtful": "seen accepted",
        },
        {"id": "new", "language": "python", "code": "print(4)"},
    ],
}

HARNESS_ROW: dict[str, object] = {
    "id": "h1",
    "mode": "call",
    "fn_name": "add",
    "code": "def add(a, b):\n    return a + b\n",
    "inputs": ["1\n2", "3\n4"],
    "outputs": ["3", "7"],
    "truth": "pass",
    "why": "ignored",
    "time_limit_s": 6,
    "memory_limit_mb": 2048,
}


def lines(*rows: object) -> list[bytes]:
    return [json.dumps(row).encode() + b"\n" for row in rows]


def parse(*rows: object) -> list[LabelledProblem]:
    return list(parse_lines(lines(*rows), name="x.jsonl"))


def fault(raw: list[bytes]) -> str:
    with pytest.raises(FormatError) as caught:
        list(parse_lines(raw, name="x.jsonl"))
    return str(caught.value)


def test_corpus_row_becomes_a_problem_as_the_service_takes_it() -> None:
    (read_problem,) = parse(CORPUS_ROW)
    problem = read_problem.problem
    assert read_problem.id == "sum:1"
    assert read_problem.unsupported is None
    assert problem.mode is Mode.STDIO
    assert (problem.tests[0].input, problem.tests[0].output) == ("1 2\n", "3\n")
    assert problem.limits.cpu_time_s == 2.0
    assert problem.limits.memory_bytes == 256 * 1024 * 1024
    assert (problem.checker.kind, problem.checker.flags) == ("float", "float_tolerance 1e-6")


def test_accepted_must_be_ac_and_every_other_label_must_not() -> None:
    good, bad, odd, new = parse(CORPUS_ROW)[0].submissions
    assert good.expected == frozenset({Verdict.AC})
    assert bad.expected is not None
    assert Verdict.AC not in bad.expected
    assert Verdict.RE in bad.expected
    assert Verdict.IE not in bad.expected
    assert (good.doubtful, odd.doubtful) == (None, "seen accepted")
    assert (new.label, new.expected) == (None, None)


def test_an_unknown_label_is_refused_by_line_and_field() -> None:
    submissions = [
        {"id": "a", "code": "", "label": "accepted"},
        {"id": "b", "code": "", "label": "acepted"},
    ]
    said = fault(lines(CORPUS_ROW, {**CORPUS_ROW, "submissions": submissions}))
    assert said.startswith("x.jsonl:2: submissions.1.label: 'acepted' is no label; known: accepted")


def test_other_languages_are_passed_through() -> None:
    assert [item.language for item in parse(CORPUS_ROW)[0].submissions][1] == "cpp"


def test_unknown_checker_is_marked_and_not_an_error() -> None:
    (problem,) = parse({**CORPUS_ROW, "checker": {"kind": "validator", "flags": ""}})
    assert problem.unsupported == "checker 'validator' is not offered"
    (problem,) = parse({**CORPUS_ROW, "checker": {"kind": "validator", "note": "two answers"}})
    assert problem.unsupported == "checker 'validator' is not offered: two answers"


@pytest.mark.parametrize(
    ("checker", "mode", "ignored"),
    [
        ({"kind": "default", "flags": ""}, "stdio", True),
        ({"kind": "default", "flags": ""}, "call", None),
        ({"kind": "default"}, "stdio", None),
        ({"kind": "default", "flags": "case_sensitive"}, "stdio", None),
    ],
)
def test_empty_flags_say_what_they_say_in_a_kattis_package(
    checker: dict[str, str], mode: str, ignored: bool | None
) -> None:
    (read_problem,) = parse({**CORPUS_ROW, "checker": checker, "mode": mode, "fn_name": "f"})
    assert read_problem.problem.checker.hints.ignore_case is ignored


def test_labels_of_a_problem_and_the_recorded_baseline_are_read() -> None:
    submission = {"id": "x", "code": "", "label": "accepted", "lcb_accepts": False}
    row = {**CORPUS_ROW, "difficulty": "hard", "platform": "ours", "submissions": [submission]}
    (read_problem,) = parse(row)
    assert (read_problem.problem.difficulty, read_problem.problem.platform) == ("hard", "ours")
    assert read_problem.submissions[0].baseline is False


def test_missing_optional_fields_take_the_services_defaults() -> None:
    row = {key: CORPUS_ROW[key] for key in ("problem_id", "mode", "tests", "submissions")}
    (problem,) = parse(row)
    assert problem.problem.limits.cpu_time_s is None
    assert problem.problem.limits.memory_bytes is None
    assert problem.problem.checker.kind == "default"


def test_fn_name_is_taken_for_calls_only() -> None:
    (asserts,) = parse({**CORPUS_ROW, "mode": "asserts", "fn_name": "f"})
    (call,) = parse({**CORPUS_ROW, "mode": "call", "fn_name": "f"})
    assert asserts.problem.fn_name is None
    assert call.problem.fn_name == "f"


@pytest.mark.parametrize(
    ("truth", "expected"),
    [
        ("pass", {Verdict.AC}),
        ("fail", {Verdict.WA}),
        ("timeout", {Verdict.TLE}),
        ("memory", {Verdict.MLE}),
        ("runtime_error", {Verdict.RE, Verdict.CE}),
    ],
)
def test_harness_truth_names_its_verdicts(truth: str, expected: set[Verdict]) -> None:
    (problem,) = parse({**HARNESS_ROW, "truth": truth})
    assert problem.submissions[0].label == truth
    assert problem.submissions[0].expected == frozenset(expected)


def test_harness_row_becomes_one_problem_with_one_program() -> None:
    (problem,) = parse(HARNESS_ROW)
    assert problem.id == problem.submissions[0].id == "h1"
    assert [test.input for test in problem.problem.tests] == ["1\n2", "3\n4"]
    assert problem.problem.fn_name == "add"
    assert problem.problem.prelude == "none"
    assert problem.problem.limits.cpu_time_s == 6.0


def test_blank_lines_are_passed_over_and_lines_still_counted() -> None:
    raw = [b"\n", *lines(CORPUS_ROW), b"  \n", b"{\n"]
    assert fault(raw).startswith("x.jsonl:4: not JSON: ")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"tests": []}, "tests: List should have at least 1 item"),
        ({"mode": "quiz"}, "mode: Input should be 'stdio', 'call' or 'asserts'"),
        ({"mode": "call"}, "fn_name is needed when mode is call"),
        ({"memory_mb": "256"}, "memory_mb: Input should be a valid integer"),
        ({"memory_mb": 1}, "limits.memory_bytes"),
        ({"time_limit_s": 0}, "cpu_time_s: Input should be greater than 0"),
        ({"submissions": [{"id": "a", "code": 3}]}, "submissions.0.code: Input should be"),
        ({"tests": [{"output": "3"}]}, "tests.0.input: Field required"),
    ],
)
def test_a_bad_corpus_row_names_line_and_field(change: dict[str, object], what: str) -> None:
    text = fault(lines(CORPUS_ROW, {**CORPUS_ROW, **change}))
    assert text.startswith("x.jsonl:2: ")
    assert what in text


def test_several_faults_of_a_row_are_counted() -> None:
    assert fault(lines({**CORPUS_ROW, "tests": 1, "mode": 2})).endswith("(and 1 more)")


def test_harness_inputs_and_outputs_must_pair() -> None:
    assert fault(lines({**HARNESS_ROW, "outputs": ["3"]})) == "x.jsonl:1: outputs: 1 for 2 inputs"


def test_unknown_truth_is_refused() -> None:
    assert "truth: Input should be" in fault(lines({**HARNESS_ROW, "truth": "maybe"}))


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"[1]\n", "a row must be a JSON object, not list"),
        (b'{"a": "\xff"}\n', "not UTF-8 at byte 7"),
        (b"[" * 200_000 + b"\n", "nested too deeply"),
        (b'{"a": 1, "b": 2}\n', "not a row of a known format (corpus or harness); its keys: a, b"),
        (b"{}\n", "its keys: none"),
        (b'{"problem_id": "a" "x"}\n', "not JSON: "),
    ],
)
def test_a_row_that_is_no_row_is_named(raw: bytes, what: str) -> None:
    text = fault([raw])
    assert text.startswith("x.jsonl:1: ")
    assert what in text


def test_lone_surrogates_are_refused_and_pairs_are_not() -> None:
    raw = json.dumps(CORPUS_ROW)
    assert fault([raw.replace("print(3)", "\\ud800").encode()]) == (
        "x.jsonl:1: a lone surrogate: no text that UTF-8 can hold"
    )
    pair = raw.replace("print(3)", "\\ud83d\\uDE00").encode()
    (problem,) = parse_lines([pair], name="x.jsonl")
    assert problem.submissions[0].source == "\N{GRINNING FACE}"


def test_a_file_is_one_format() -> None:
    assert fault(lines(CORPUS_ROW, HARNESS_ROW)).startswith("x.jsonl:2: ")


def test_files_are_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_bytes(b"".join(lines(CORPUS_ROW, {**CORPUS_ROW, "problem_id": "sum:2"})))
    assert [problem.id for problem in read(path)] == ["sum:1", "sum:2"]


def test_missing_and_empty_files_are_named(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"\n")
    with pytest.raises(FormatError, match=r"empty\.jsonl: no row in the file"):
        list(read(empty))
    with pytest.raises(FormatError, match=r"gone\.jsonl: No such file"):
        list(read(tmp_path / "gone.jsonl"))
