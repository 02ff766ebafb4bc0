"""An earlier report is read with care, and what changed is told apart."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from service.accuracy.comparison import compare
from service.accuracy.previous import BadReport, changes_since, read_previous
from service.accuracy.records import Benchmark, JudgedSubmission
from service.accuracy.report_json import report_json

Row = Callable[..., JudgedSubmission]
Run = Callable[..., Benchmark]


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[Benchmark], Path]:
    def save(benchmark: Benchmark) -> Path:
        path = tmp_path / "report.json"
        path.write_text(report_json(compare(benchmark, changes=None)))
        return path

    return save


def test_newly_wrong_is_what_was_right_and_is_wrong(
    row: Row, run: Run, saved: Callable[[Benchmark], Path]
) -> None:
    before = run(
        row("stays right"),
        row("becomes wrong"),
        row("was wrong", ours=False),
        row("becomes right", ours=False),
        row("was not judged", ours=None),
        row("becomes lost"),
        row("was doubtful", doubtful="slow"),
        row("becomes doubtful"),
        row("gone"),
    )
    after = [
        row("stays right"),
        row("becomes wrong", ours=False),
        row("was wrong", ours=False),
        row("becomes right"),
        row("was not judged", ours=False),
        row("becomes lost", ours=None),
        row("was doubtful", ours=False),
        row("becomes doubtful", ours=False, doubtful="slow"),
        row("new", ours=False),
    ]
    found = changes_since(read_previous(saved(before)), after)
    assert [changed.submission_id for changed in found.newly_wrong] == ["becomes wrong"]
    assert (found.newly_right, found.gone, found.new) == (1, 1, 1)


def test_equal_names_in_two_corpora_are_two_submissions(
    row: Row, run: Run, saved: Callable[[Benchmark], Path]
) -> None:
    previous = read_previous(saved(run(row("a"), row("a", corpus="other", ours=False))))
    found = changes_since(previous, [row("a"), row("a", corpus="other", ours=False)])
    assert found.newly_wrong == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a report.json"),
        ("not JSON", "not a report.json"),
        ("[]", "not a report.json"),
        ('{"schema_name": "another", "schema_version": 1}', "not a report.json"),
        ('{"schema_name": "microjudge.accuracy", "schema_version": 99}', "schema version 99"),
        ('{"schema_name": "microjudge.accuracy", "schema_version": 1}', "damaged at submissions"),
    ],
)
def test_another_file_is_refused_by_name(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "earlier.json"
    path.write_text(text)
    with pytest.raises(BadReport, match=why) as refused:
        read_previous(path)
    assert str(path) in str(refused.value)


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadReport, match=r"nowhere\.json: cannot be read"):
        read_previous(tmp_path / "nowhere.json")


def test_a_damaged_submission_is_named_by_its_place(
    row: Row, run: Run, saved: Callable[[Benchmark], Path]
) -> None:
    path = saved(run(row("a"), row("b")))
    report = json.loads(path.read_text())
    report["submissions"][1]["ours"]["accepts"] = "perhaps"
    path.write_text(json.dumps(report))
    with pytest.raises(BadReport, match=r"damaged at submissions\.1\.ours\.accepts"):
        read_previous(path)
