"""Rows of comparison cases: what is read, and how a bad one is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from service.cli.compare_cases import NO_KIND, ComparisonCase, read_cases
from trainer_client.errors import FormatError

ROW: dict[str, object] = {
    "id": "a",
    "mode": "stdio",
    "expected": "1\n",
    "actual": "1",
    "truth": "accept",
    "kind": "newline",
    "why": "ignored",
    "hints": {"float_tol": 1e-3},
}


def read(tmp_path: Path, *rows: object) -> list[ComparisonCase]:
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return read_cases(path)


def test_a_row_becomes_a_case(tmp_path: Path) -> None:
    (case,) = read(tmp_path, ROW)
    assert (case.id, case.line, case.is_call, case.kind) == ("a", 1, False, "newline")
    assert (case.expected, case.actual, case.hints.float_tol) == ("1\n", "1", 1e-3)
    assert (case.decided, case.by_default) == (True, None)


def test_a_truth_that_is_a_matter_of_policy_is_not_decided(tmp_path: Path) -> None:
    (case,) = read(tmp_path, {**ROW, "truth": "policy", "default": "reject"})
    assert (case.decided, case.by_default) == (None, False)


def test_a_case_needs_no_label(tmp_path: Path) -> None:
    (case,) = read(tmp_path, {key: ROW[key] for key in ("id", "mode", "expected", "actual")})
    assert (case.decided, case.by_default, case.kind) == (None, None, NO_KIND)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"mode": "asserts"}, "mode"),
        ({"truth": "maybe"}, "truth"),
        ({"expected": 1}, "expected"),
        ({"id": ""}, "id"),
        ({"hints": {"floats": 1}}, "hints.floats"),
        ({"hints": {"unordered": "words"}}, "hints.unordered"),
        ({"mode": "call", "expected": "[1,"}, "expected: not a JSON value"),
        (
            {"mode": "call", "expected": "1", "hints": {"alternatives": ["2", "("]}},
            "hints.alternatives.1",
        ),
    ],
)
def test_a_bad_row_is_named_by_file_line_and_field(
    tmp_path: Path, change: dict[str, object], named: str
) -> None:
    with pytest.raises(FormatError) as caught:
        read(tmp_path, ROW, {**ROW, "id": "b", **change})
    assert str(caught.value).startswith(f"{tmp_path}/cases.jsonl:2: ")
    assert named in str(caught.value)


def test_two_cases_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"cases.jsonl:2: id: 'a' stands in line 1 too"):
        read(tmp_path, ROW, ROW)


def test_an_empty_file_and_no_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no row"):
        read(tmp_path)
    with pytest.raises(FormatError, match="No such file"):
        read_cases(tmp_path / "none.jsonl")


def test_an_answer_in_place_is_a_hint_that_changes_nothing_here(tmp_path: Path) -> None:
    (case,) = read(tmp_path, {**ROW, "hints": {"inplace": True}})
    assert case.hints.model_fields_set == set()
