"""What is not here is skipped on a laptop and fails where CI required it."""

from __future__ import annotations

from pathlib import Path

import pytest

MARKED = """
import pytest

@pytest.mark.corpus
def test_on_the_corpus(corpus_folder):
    assert corpus_folder.is_dir()
"""
UNMARKED = """
import pytest

def test_that_gives_up():
    pytest.skip("no time")
"""
EXPECTED_FAILURE = """
import pytest

@pytest.mark.xfail
def test_that_fails():
    assert False
"""
GPU = """
import pytest

@pytest.mark.gpu
def test_that_gives_up():
    pytest.skip("no card")
"""
WHOLE_FILE = "import pytest; pytest.importorskip('no_such_module')"


@pytest.fixture
def inner(
    pytester: pytest.Pytester, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> pytest.Pytester:
    for name in ("MICROJUDGE_REQUIRE", "MICROJUDGE_CORPUS"):
        monkeypatch.delenv(name, raising=False)
    pytester.makeconftest((checkout / "tests" / "conftest.py").read_text())
    return pytester


def _outcomes(inner: pytest.Pytester, source: str) -> dict[str, int]:
    inner.makepyfile(source)
    return inner.runpytest_inprocess("-p", "no:cacheprovider").parseoutcomes()


def _without_warnings(outcomes: dict[str, int]) -> dict[str, int]:
    return {kind: count for kind, count in outcomes.items() if kind != "warnings"}


@pytest.mark.parametrize(
    ("required", "source", "expected"),
    [
        ("", MARKED, {"skipped": 1}),
        ("corpus", MARKED, {"errors": 1}),
        ("corpus", UNMARKED, {"failed": 1}),
        ("", UNMARKED, {"skipped": 1}),
        ("corpus", EXPECTED_FAILURE, {"xfailed": 1}),
        ("", WHOLE_FILE, {"skipped": 1}),
        ("corpus", WHOLE_FILE, {"errors": 1}),
    ],
)
def test_a_skip_fails_where_it_was_not_expected(
    inner: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    required: str,
    source: str,
    expected: dict[str, int],
) -> None:
    monkeypatch.setenv("MICROJUDGE_REQUIRE", required)
    assert _without_warnings(_outcomes(inner, source)) == expected


def test_a_skip_for_what_was_not_required_stays_a_skip(
    inner: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MICROJUDGE_REQUIRE", "corpus")
    assert _without_warnings(_outcomes(inner, GPU)) == {"skipped": 1}


def test_a_marked_test_runs_where_the_thing_is(
    inner: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MICROJUDGE_REQUIRE", "corpus")
    monkeypatch.setenv("MICROJUDGE_CORPUS", str(tmp_path))
    assert _without_warnings(_outcomes(inner, MARKED)) == {"passed": 1}


def test_a_required_thing_without_a_marker_is_refused(
    inner: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MICROJUDGE_REQUIRE", "dokcer")
    inner.makepyfile(UNMARKED)
    assert inner.runpytest_inprocess().ret == pytest.ExitCode.USAGE_ERROR
