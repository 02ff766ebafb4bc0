"""Lines of results become pass@k: what is a sample, who is grouped with whom, what is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.cli.main import app
from service.cli.score_groups import groups_of, ks_of
from service.cli.score_lines import Scores, read_scores
from trainer_client.errors import FormatError

CLI = CliRunner()
Line = dict[str, object]


def line(problem: str, submission: str, verdict: str, **more: object) -> Line:
    return {
        "problem_id": problem,
        "submission_id": submission,
        "language": "python",
        "label": None,
        "verdict": verdict,
        "reward": None if verdict == "IE" else float(verdict == "AC"),
        **more,
    }


def write(path: Path, *lines: Line | str) -> Path:
    texts = [item if isinstance(item, str) else json.dumps(item) for item in lines]
    path.write_text("".join(text + "\n" for text in texts))
    return path


def scored(folder: Path, *lines: Line | str) -> Scores:
    return read_scores([write(folder / "r.jsonl", *lines)])


def samples(problem: str, verdicts: str, **more: object) -> list[Line]:
    return [line(problem, f"s{n}", word, **more) for n, word in enumerate(verdicts.split())]


def test_only_ac_is_accepted_and_nc_and_ce_are_failures(tmp_path: Path) -> None:
    scores = scored(tmp_path, *samples("p", "AC WA TLE MLE OLE RE CE NC"))
    assert (scores.problems["p"].judged, scores.problems["p"].accepted) == (8, 1)
    assert scores.not_judged == 0


def test_ie_is_no_sample_and_is_counted(tmp_path: Path) -> None:
    scores = scored(tmp_path, *samples("p", "AC IE"), *samples("q", "IE"))
    assert (scores.problems["p"].judged, scores.problems["p"].accepted) == (1, 1)
    assert scores.not_judged == 2
    assert len(scores.judged) == 1


def test_groups_come_in_livecodebenchs_order(tmp_path: Path) -> None:
    scores = scored(
        tmp_path,
        *samples("p", "AC WA", difficulty="hard", platform="leetcode"),
        *samples("q", "AC AC", difficulty="easy", platform="atcoder"),
        *samples("r", "WA WA", difficulty="medium", platform="atcoder"),
        *samples("s", "WA AC"),
        *samples("t", "AC AC", difficulty="strange"),
    )
    groups = groups_of(scores, [1, 2])
    assert [(group.by, group.name) for group in groups] == [
        ("all", None),
        ("difficulty", "easy"),
        ("difficulty", "medium"),
        ("difficulty", "hard"),
        ("difficulty", "strange"),
        ("difficulty", "(not given)"),
        ("platform", "atcoder"),
        ("platform", "leetcode"),
        ("platform", "(not given)"),
    ]
    overall, easy = groups[0], groups[1]
    assert (overall.problems, overall.samples, overall.accepted) == (5, 10, 6)
    assert overall.estimates[1].value == pytest.approx(0.6)
    assert overall.estimates[2].value == pytest.approx(0.8)
    assert easy.estimates[1].value == 1.0


def test_without_difficulty_and_platform_there_is_one_group(tmp_path: Path) -> None:
    scores = scored(tmp_path, *samples("p", "AC", difficulty=None, platform=""))
    assert [group.by for group in groups_of(scores, [1])] == ["all"]


def test_k_is_1_5_10_as_far_as_samples_go_unless_asked(tmp_path: Path) -> None:
    few = scored(tmp_path, *samples("p", "AC WA WA WA WA WA"), *samples("q", "AC"))
    assert ks_of((), few) == [1, 5]
    assert ks_of((10, 2, 2), few) == [2, 10]
    assert ks_of((), scored(tmp_path, *samples("p", "IE"))) == [1]


def test_a_difficulty_that_an_older_line_lacks_is_taken_from_the_other(tmp_path: Path) -> None:
    scores = scored(tmp_path, line("p", "a", "AC"), line("p", "b", "WA", difficulty="easy"))
    assert scores.problems["p"].difficulty == "easy"


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("{", "not JSON"),
        ("[]", "a row must be a JSON object"),
        (line("p", "a", "AC"), "the submission 'p' 'a' stands in "),
        (line("p", "b", "XX"), "verdict"),
        (line("p", "b", "SK"), "verdict: SK"),
        (line("", "b", "AC"), "problem_id"),
        ({"problem_id": "p", "verdict": "AC"}, "submission_id"),
        (line("p", "b", "AC", difficulty="hard"), "difficulty: 'hard', and 'easy' in an earlier"),
        (line("p", "b", "AC", platform=5), "platform"),
    ],
)
def test_a_bad_line_is_named_by_file_and_line(bad: Line | str, why: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        scored(tmp_path, line("p", "a", "AC", difficulty="easy"), "", bad)
    assert str(caught.value).startswith(f"{tmp_path / 'r.jsonl'}:3: {why}")


def test_one_submission_in_two_files_is_one_sample_too_many(tmp_path: Path) -> None:
    first = write(tmp_path / "a.jsonl", line("p", "a", "AC"))
    second = write(tmp_path / "b.jsonl", line("p", "b", "AC"), line("p", "a", "AC"))
    with pytest.raises(FormatError, match=r"b\.jsonl:2: .* stands in .*a\.jsonl:1 already"):
        read_scores([first, second])


def run(*args: object) -> tuple[int, str, str]:
    result = CLI.invoke(app, ["score", *map(str, args)])
    return result.exit_code, result.stdout, result.stderr


def test_the_table_says_what_its_figures_leave_out(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", *samples("p", "AC WA WA WA WA"), *samples("q", "AC"))
    code, out, _ = run(path)
    assert code == 0
    assert "pass@1" in out
    assert "60.0 %" in out  # (0.2 + 1) / 2
    assert "100.0 %" in out
    assert "pass@5: 1 problem has fewer than 5 samples" in out
    assert "pass@10" not in out


def test_what_was_not_judged_is_said_and_exits_3(tmp_path: Path) -> None:
    code, out, _ = run(write(tmp_path / "r.jsonl", *samples("p", "AC IE"), *samples("q", "IE")))
    assert code == 3
    assert "Not judged (IE), no samples: 2 submissions." in out
    assert "1 problem has no judged sample" in out


def test_figures_for_machines(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", *samples("p", "AC WA", platform="atcoder"))
    out = tmp_path / "score.json"
    code, _, _ = run(path, "--k", 1, "--k", 4, "--json", out)
    found = json.loads(out.read_text())
    assert code == 0
    assert found["k"] == [1, 4]
    assert found["not_judged"] == 0
    assert found["groups"] == [
        {
            "by": by,
            "name": name,
            "problems": 1,
            "samples": 2,
            "accepted": 1,
            "pass_at": {"1": 0.5, "4": None},
            "left_out": {"1": 0, "4": 1},
        }
        for by, name in (("all", None), ("platform", "atcoder"))
    ]


def test_nothing_is_written_over_the_results(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", *samples("p", "AC"))
    before = path.read_bytes()
    code, _, err = run(path, "--json", path)
    assert (code, path.read_bytes()) == (2, before)
    assert "these are results to score" in err


@pytest.mark.parametrize("args", [["missing.jsonl"], ["--k", "0", "x"], []])
def test_bad_input_exits_2(args: list[str]) -> None:
    assert run(*args)[0] == 2


def test_an_empty_file_is_an_error(tmp_path: Path) -> None:
    code, _, err = run(write(tmp_path / "r.jsonl"))
    assert code == 2
    assert "no line in the file" in err


def test_names_that_drive_a_terminal_are_spelt_out(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", *samples("p", "AC", platform="\x1b[2J"))
    _, out, _ = run(path)
    assert "\x1b" not in out
    assert r"\x1b[2J" in out
