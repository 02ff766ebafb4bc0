"""Finding LiveCodeBench's judge, its revision and an interpreter, and saying what is missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from service.accuracy.baseline import BaselineUnavailable
from service.accuracy.livecodebench.checkout import find_checkout
from tests.unit.service.accuracy.livecodebench_checkout import write_checkout

COMMIT = "28fef95ea8c9f7a547c8329f2cd3d32b92c1fa24"


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(BaselineUnavailable, match=r"testing_util\.py and .*metrics\.py not found"):
        find_checkout(tmp_path, python=None)
    (write_checkout(tmp_path) / "lcb_runner/evaluation/testing_util.py").unlink()
    with pytest.raises(BaselineUnavailable, match=r"LiveCodeBench: \S+testing_util\.py not found"):
        find_checkout(tmp_path, python=None)


@pytest.mark.parametrize("python", ["no/where/python", "/bin/true", "/bin/false"])
def test_an_interpreter_that_is_none_is_refused_with_the_remedy(
    tmp_path: Path, python: str
) -> None:
    with pytest.raises(BaselineUnavailable, match=f"{python}: .*--baseline-python"):
        find_checkout(write_checkout(tmp_path), python=Path(python))


def test_the_interpreter_is_ours_but_for_one_of_the_checkouts_own(tmp_path: Path) -> None:
    checkout = write_checkout(tmp_path)
    assert find_checkout(checkout, python=None).python == Path(sys.executable)
    own = checkout / ".venv/bin/python"
    own.parent.mkdir(parents=True)
    own.symlink_to(sys.executable)
    assert find_checkout(checkout, python=None).python == own
    assert find_checkout(checkout, python=Path(sys.executable)).python == Path(sys.executable)


def test_its_folders_are_where_the_interpreter_lives(tmp_path: Path) -> None:
    found = find_checkout(write_checkout(tmp_path), python=None)
    assert {Path(sys.prefix), Path(sys.base_prefix)} <= set(found.folders)
    assert all(folder.is_dir() for folder in found.folders)


@pytest.mark.parametrize(
    "files",
    [
        {"HEAD": COMMIT},
        {"HEAD": "ref: refs/heads/main\n", "refs/heads/main": f"{COMMIT}\n"},
        {"HEAD": "ref: refs/heads/main\n", "packed-refs": f"# x\n{COMMIT} refs/heads/main\n"},
    ],
    ids=["detached", "branch", "packed"],
)
def test_the_revision_is_the_commit(tmp_path: Path, files: dict[str, str]) -> None:
    checkout = write_checkout(tmp_path)
    for name, text in files.items():
        path = checkout / ".git" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert find_checkout(checkout, python=None).revision == "28fef95"


def test_without_a_commit_it_is_the_judges_digest(tmp_path: Path) -> None:
    one = find_checkout(write_checkout(tmp_path / "one"), python=None)
    same = find_checkout(write_checkout(tmp_path / "same"), python=None)
    other = find_checkout(write_checkout(tmp_path / "other", judge="# changed"), python=None)
    assert one.revision.startswith("sha256 ")
    assert one.revision == same.revision
    assert one.revision != other.revision
