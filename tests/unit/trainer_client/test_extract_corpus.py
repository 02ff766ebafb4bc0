"""Answers of models with the code that a fair reader takes out of them, one folder each.

`completion.txt` holds the answer's bytes; one with characters that an editor or git would change is
a JSON string in `completion.json`. `expect.json` holds the code with its rule, or the reason.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trainer_client.extract import ExtractedCode, NoCode, extract_code

CORPUS = Path(__file__).parents[2] / "golden" / "extraction"
CASES = sorted(path.parent for path in CORPUS.glob("*/expect.json"))


def _completion(case: Path) -> str:
    escaped = case / "completion.json"
    if escaped.exists():
        return str(json.loads(escaped.read_text()))
    return (case / "completion.txt").read_bytes().decode()


def test_the_corpus_is_found() -> None:
    assert len(CASES) >= 150


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_fair_reader_takes_the_same_code(case: Path) -> None:
    expected = json.loads((case / "expect.json").read_text())
    found = extract_code(
        _completion(case), expected["language"], rules=expected.get("rules", "default")
    )
    if "reason" in expected:
        assert found == NoCode(expected["reason"])
    else:
        assert isinstance(found, ExtractedCode)
        assert (found.rule, found.code) == (expected["rule"], expected["code"])
