"""`microjudge convert` as it is typed: a whole corpus or none, errors by file and line."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.cli.main import app
from service.cli.whole_file import whole_file
from tests.unit.formats.published_rows import (
    HUMANEVAL_ROW,
    MBPP_ROW,
    STDIO_LISTS,
    Row,
    apps_row,
    lcb_call_row,
    lcb_row,
)
from trainer_client.formats import read
from trainer_client.formats.published import FORMATS

CLI = CliRunner()


def write(path: Path, *rows: Row | str) -> Path:
    texts = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("".join(text + "\n" for text in texts))
    return path


def convert(*args: object) -> tuple[int, str, str]:
    result = CLI.invoke(app, ["convert", *map(str, args)])
    return result.exit_code, result.stdout, result.stderr


def test_a_file_becomes_a_corpus_and_the_counts_are_said(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", lcb_row(), lcb_call_row())
    out = tmp_path / "out.jsonl"
    code, said, err = convert("livecodebench", source, out)
    assert (code, err) == (0, "")
    assert f"Wrote {out}: 2 problem(s), 4 test(s), 0 reference solution(s)." in said
    assert [problem.id for problem in read(out)] == [
        "livecodebench:atcoder:abc999_a",
        "livecodebench:leetcode:9999",
    ]


def test_equal_files_give_equal_bytes(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", lcb_row(), lcb_call_row())
    convert("livecodebench", source, tmp_path / "a")
    convert("livecodebench", source, tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_corrupt_row_ends_it_and_leaves_what_was_there(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", MBPP_ROW, "{", {**MBPP_ROW, "task_id": 2})
    out = write(tmp_path / "out.jsonl", "before")
    code, said, err = convert("mbpp", source, out)
    assert (code, said) == (2, "")
    assert err.startswith(f"microjudge: {source}:2: not JSON")
    assert out.read_text() == "before\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_corrupt_rows_are_named_and_counted_where_they_may_be_skipped(tmp_path: Path) -> None:
    source = write(
        tmp_path / "in.jsonl",
        apps_row(STDIO_LISTS),
        "{",
        apps_row(""),
        apps_row({"inputs": ["1"], "outputs": []}, problem_id=9),
    )
    code, said, err = convert("apps", source, tmp_path / "out.jsonl", "--skip-corrupt")
    assert code == 0
    assert [entry.split(": ", 1)[0] for entry in err.splitlines()] == [f"{source}:2", f"{source}:4"]
    assert "1 problem(s), 2 test(s), 1 reference solution(s)." in said
    assert "Left out: 1 row(s) that publish no test." in said
    assert "Skipped: 2 corrupt row(s)" in said


def test_what_the_judge_would_refuse_is_refused_here(tmp_path: Path) -> None:
    case = json.dumps([{"input": "no value", "output": "3", "testtype": "functional"}])
    source = write(tmp_path / "in.jsonl", lcb_call_row(public_test_cases=case))
    code, _, err = convert("livecodebench", source, tmp_path / "out.jsonl")
    assert code == 2
    assert err.startswith(f"microjudge: {source}:1: tests.0.input: line 1: not a JSON value")


def test_test_code_that_does_not_compile_is_refused_here(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", {**HUMANEVAL_ROW, "test": "def check(candidate:"})
    code, _, err = convert("humaneval", source, tmp_path / "out.jsonl")
    assert code == 2
    assert ":1: tests.0.input: the test code does not compile" in err


def test_nothing_converted_is_an_error(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", apps_row(""), "{")
    out = tmp_path / "out.jsonl"
    code, _, err = convert("apps", source, out, "--skip-corrupt")
    assert code == 2
    assert "no problem in it could be converted (1 corrupt row(s), 1 without tests)" in err
    assert not out.exists()


@pytest.mark.parametrize("link", ["same", "hard", "symbolic"])
def test_the_file_itself_is_never_the_output(link: str, tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", MBPP_ROW)
    out = source if link == "same" else tmp_path / "out.jsonl"
    if link == "hard":
        out.hardlink_to(source)
    if link == "symbolic":
        out.symlink_to(source)
    before = source.read_bytes()
    code, _, err = convert("mbpp", source, out)
    assert (code, source.read_bytes()) == (2, before)
    assert "this is the file to convert" in err


def test_an_output_that_is_no_file_is_refused(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", MBPP_ROW)
    assert "not a regular file" in convert("mbpp", source, tmp_path)[2]
    assert "not a regular file" in convert("mbpp", source, os.devnull)[2]
    code, _, err = convert("mbpp", source, tmp_path / "missing" / "out.jsonl")
    assert (code, "No such file" in err) == (2, True)


def test_what_a_link_names_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", MBPP_ROW)
    real, link = write(tmp_path / "real.jsonl", "before"), tmp_path / "link.jsonl"
    link.symlink_to(real)
    assert convert("mbpp", source, link)[0] == 0
    assert link.is_symlink()
    assert next(read(real)).id == "mbpp:900"


def test_a_new_file_has_the_rights_that_the_user_gives_files(tmp_path: Path) -> None:
    with whole_file(tmp_path / "a") as stream:
        stream.write(b"x")
    (tmp_path / "b").write_bytes(b"x")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_an_interrupted_conversion_leaves_nothing(tmp_path: Path) -> None:
    def interrupted() -> None:
        with whole_file(tmp_path / "a") as stream:
            stream.write(b"x")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert list(tmp_path.iterdir()) == []


def test_errata_are_counted_and_can_be_kept(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", lcb_row(question_id="abc311_c"))
    out = tmp_path / "out.jsonl"
    said = convert("livecodebench", source, out)[1]
    assert "Not judged: 1, several answers and no checker: unjudgeable." in said
    assert next(read(out)).unsupported is not None
    said = convert("livecodebench", source, out, "--keep-errata")[1]
    assert "Not judged" not in said
    assert next(read(out)).unsupported is None


def test_problems_can_be_given_another_first_name(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", apps_row(STDIO_LISTS))
    out = tmp_path / "out.jsonl"
    convert("apps", source, out, "--name", "apps-train")
    assert next(read(out)).id == "apps-train:7"


def test_a_row_over_the_limit_is_named(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", MBPP_ROW)
    code, _, err = convert("mbpp", source, tmp_path / "out.jsonl", "--max-row-bytes", 20)
    assert code == 2
    assert f"{source}:1: longer than 20 bytes" in err


@pytest.mark.parametrize("source", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_exits_2(source: str, tmp_path: Path) -> None:
    code, _, err = convert("mbpp", tmp_path / source, tmp_path / "out.jsonl")
    assert code == 2
    assert err.startswith(f"microjudge: {tmp_path / source}: ")


def test_an_unknown_format_names_the_known_ones(tmp_path: Path) -> None:
    code, _, err = convert("other", tmp_path / "x", tmp_path / "y")
    assert code == 2
    assert "'other' is no format; known: livecodebench, apps," in err


def test_help_names_every_format() -> None:
    shown = CLI.invoke(app, ["convert", "--help"]).stdout
    assert [name for name in FORMATS if not re.search(rf"\b{name}\b", shown)] == []
