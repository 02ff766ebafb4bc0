"""`microjudge compare`, with a real engine where a case's value must be made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from service.cli.exit_codes import ExitCode
from service.cli.main import app

UNISOLATED = ["--isolation", "none", "--slots", "1"]


def case(name: str, expected: str, actual: str, **fields: object) -> dict[str, object]:
    return {"id": name, "mode": "stdio", "expected": expected, "actual": actual, **fields}


def compared(tmp_path: Path, *cases: dict[str, object], options: list[str] | None = None) -> Result:
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(item) + "\n" for item in cases))
    return CliRunner().invoke(app, ["compare", str(path), *(options or [])])


def rows_of(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_each_case_is_a_line_and_the_figures_follow(tmp_path: Path) -> None:
    result = compared(
        tmp_path,
        case("a", "1.0", "1.0000001", truth="accept", kind="float"),
        case("b", "1 2\n3 4\n", "1 2\n3 5\n", truth="reject", kind="word"),
        case("c", "x", "X", truth="policy", default="reject", kind="case"),
    )
    assert result.exit_code == ExitCode.OK
    assert rows_of(result) == [
        {"id": "a", "accept": True, "match_rule": "float_tolerance", "reason": ""},
        {
            "id": "b",
            "accept": False,
            "match_rule": None,
            "reason": "line 2, token 2: other token, printed '5', expected '4'",
        },
        {
            "id": "c",
            "accept": False,
            "match_rule": None,
            "reason": "line 1, token 1: other token, printed 'X', expected 'x'",
        },
    ]
    assert "1 cases (1 as expected)" in result.stderr
    assert "3 cases, 2 decided, 2 right, 0 false negatives, 0 false positives" in result.stderr


def test_a_wrong_decided_case_is_named_and_fails_the_command(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    result = compared(
        tmp_path,
        case("negative", "yes", "no", truth="accept", kind="odd"),
        case("positive", "yes", "YES", truth="reject", kind="odd"),
        options=["--out", str(out)],
    )
    assert result.exit_code == ExitCode.MISSED
    assert len(out.read_text().splitlines()) == 2
    assert "1 false negatives, 1 false positives, accuracy 0.0%" in result.stdout
    assert "wrong: negative (odd) refused" in result.stdout
    assert "wrong: positive (odd) accepted: verdict_case" in result.stdout


def test_hints_alternatives_and_the_policy_decide(tmp_path: Path) -> None:
    cases = [
        case("unordered", "1\n2", "2\n1", hints={"unordered": "lines"}),
        case("alternative", "1", "2", hints={"alternatives": ["2"]}),
    ]
    accepted = [row["accept"] for row in rows_of(compared(tmp_path, *cases))]
    assert accepted == [True, True]
    result = compared(tmp_path, *cases, options=["--policy", "strict"])
    assert [row["accept"] for row in rows_of(result)] == [False, True]


def test_a_value_is_made_in_a_sandbox_and_compared_as_a_returned_value(tmp_path: Path) -> None:
    result = compared(
        tmp_path,
        case("tuple", "[1, 2]", "(1, 2)", mode="call", truth="accept"),
        case("names", "3", "Counter('aaa')['a']  # comment", mode="call", truth="accept"),
        case("text", "7", "8", truth="reject"),
        case("wrong", "[1]", "deque([2])", mode="call", truth="reject"),
        case("equal", "5", "unittest.mock.ANY", mode="call", truth="reject"),
        case("raises", "0", "1 / 0", mode="call", truth="reject"),
        case("syntax", "0", "1 +", mode="call", truth="reject"),
        options=UNISOLATED,
    )
    rows = rows_of(result)
    assert result.exit_code == ExitCode.OK, result.output
    assert [row["id"] for row in rows][:3] == ["tuple", "names", "text"]
    assert [row["accept"] for row in rows] == [True, True] + [False] * 5
    assert rows[0]["match_rule"] == "sequence_type"
    assert "ZeroDivisionError" in str(rows[5]["reason"])


def test_without_call_cases_no_sandbox_is_opened(tmp_path: Path) -> None:
    result = compared(tmp_path, case("a", "1", "1"), options=["--backend", "docker"])
    assert result.exit_code == ExitCode.OK


@pytest.mark.parametrize(
    ("rows", "options", "said"),
    [
        ([{"id": "a"}], [], "cases.jsonl:1: mode: Field required"),
        ([case("a", "1", "1")], ["--policy", "vibes"], "no such policy; known: default"),
        ([case("a", "(", "1", mode="call")], [], "cases.jsonl:1: expected: not a JSON value"),
    ],
)
def test_bad_input_is_one_sentence_and_nothing_is_compared(
    tmp_path: Path, rows: list[dict[str, object]], options: list[str], said: str
) -> None:
    result = compared(tmp_path, *rows, options=options)
    assert result.exit_code == ExitCode.BAD_INPUT
    assert said in result.stderr
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1


def test_the_cases_are_not_overwritten(tmp_path: Path) -> None:
    out = str(tmp_path / "cases.jsonl")
    result = compared(tmp_path, case("a", "1", "1"), options=["--out", out])
    assert result.exit_code == ExitCode.BAD_INPUT
    assert "would replace them" in result.stderr


@pytest.mark.corpus
@pytest.mark.docker
def test_every_labelled_comparison_is_right(corpus_folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    path = corpus_folder / "compare_cases.jsonl"
    result = CliRunner().invoke(app, ["compare", str(path), "--out", str(out)])
    assert result.exit_code == ExitCode.OK, result.output
    assert "0 false negatives, 0 false positives, accuracy 100.0%" in result.stdout
    assert "otherwise" not in result.stdout
    assert out.read_bytes().count(b"\n") == path.read_bytes().count(b"\n")
