"""Problems on disk: content-addressed, held by batches, removed when nobody needs them."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.problem_cache import ProblemCache
from service.problem_files import ProblemFiles, ProblemFolder


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ProblemFiles]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = ProblemFiles()
    yield made
    made.close()


def test_a_problem_is_named_by_the_hash_of_its_bytes(files: ProblemFiles) -> None:
    sha256 = files.hold(b'{"a":1}')
    assert sha256 == hashlib.sha256(b'{"a":1}').hexdigest()
    assert ProblemFolder(files.folder).read(sha256) == b'{"a":1}'


def test_a_problem_stays_until_its_last_holder_lets_go(files: ProblemFiles) -> None:
    sha256 = files.hold(b"x")
    assert files.hold(b"x") == sha256
    files.release(sha256)
    assert ProblemFolder(files.folder).read(sha256) == b"x"
    files.release(sha256)
    with pytest.raises(FileNotFoundError):
        ProblemFolder(files.folder).read(sha256)


def test_nothing_is_left_after_close(files: ProblemFiles) -> None:
    files.hold(b"x")
    files.close()
    files.close()
    assert not files.folder.exists()


def test_folders_of_killed_processes_are_removed_and_live_ones_kept(
    files: ProblemFiles, tmp_path: Path
) -> None:
    left = tmp_path / "microjudge-problems-left"
    left.mkdir()
    (left / "lock").touch()
    other = ProblemFiles()
    assert not left.exists()
    assert files.folder.exists()
    other.close()


def test_the_least_recently_used_problem_goes_first() -> None:
    cache: ProblemCache[str] = ProblemCache(max_bytes=10)
    loaded: list[str] = []

    def load(name: str, size: int = 4) -> str:
        def read() -> tuple[str, int]:
            loaded.append(name)
            return name, size

        return cache.get(name, read)

    for name in ("a", "b", "a", "c"):
        load(name)
    assert loaded == ["a", "b", "c"]
    load("a")
    assert loaded == ["a", "b", "c"]
    load("b")
    assert loaded == ["a", "b", "c", "b"]


def test_a_problem_larger_than_the_cache_is_not_kept_and_pushes_nothing_out() -> None:
    cache: ProblemCache[str] = ProblemCache(max_bytes=10)
    cache.get("a", lambda: ("a", 10))
    assert cache.get("b", lambda: ("b", 11)) == "b"
    assert cache.get("a", lambda: ("again", 10)) == "a"
