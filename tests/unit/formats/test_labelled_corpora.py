"""Every labelled corpus that is at hand can be read to its end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from trainer_client.formats import read


@pytest.mark.corpus
def test_every_corpus_and_harness_file_is_read() -> None:
    folder = Path(os.environ["MICROJUDGE_CORPUS"])
    files = [folder / "harness_cases.jsonl", *sorted(folder.glob("corpus/*.jsonl"))]
    assert len(files) > 1
    for path in files:
        submissions = [item for problem in read(path) for item in problem.submissions]
        assert submissions
        assert all(item.expected for item in submissions)
