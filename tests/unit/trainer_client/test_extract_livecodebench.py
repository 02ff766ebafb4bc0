"""LiveCodeBench's rule: the text between the last two lines with three backticks, nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer_client.extract import ExtractedCode, NoCode, extract_code

PIECES = st.sampled_from(
    [
        "```",
        "``",
        "`",
        "```python\n",
        "\n",
        "\n",
        "\r\n",
        "\u2028",
        "x = 1\n",
        "    ",
        "<think>",
        "a",
    ]
)


def _by_lines(completion: str) -> str:
    """Return what the rule says, told over lines: an account of its own to compare with."""
    lines = completion.split("\n")
    marks = [number for number, line in enumerate(lines) if "```" in line]
    return "" if len(marks) < 2 else "\n".join(lines[marks[-2] + 1 : marks[-1]])


@given(st.lists(PIECES, max_size=30).map("".join))
def test_it_gives_the_text_between_the_last_two_lines_with_a_mark(completion: str) -> None:
    expected = _by_lines(completion)
    found = extract_code(completion, rules="livecodebench")
    if isinstance(found, NoCode):
        assert not expected.strip()
    else:
        assert found.code == expected == completion[found.start : found.end]
        assert found.rule == "livecodebench"


@pytest.mark.parametrize(
    ("completion", "reason"),
    [
        ("", "empty"),
        ("\n ", "empty"),
        ("x = 1", "none"),
        ("```python\nx = 1\n", "none"),
        ("~~~python\nx = 1\n~~~", "none"),
        ("```python\n```", "empty"),
        ("``````", "none"),
        ("```python\n \n```", "empty"),
    ],
)
def test_fewer_than_two_marks_or_blank_text_are_no_code(completion: str, reason: str) -> None:
    assert extract_code(completion, rules="livecodebench") == NoCode(reason)


def test_it_takes_what_stands_after_the_solution_where_that_is_fenced_last() -> None:
    completion = "```python\nx = 1\n```\nOutput:\n```\n1\n```"
    found = extract_code(completion, rules="livecodebench")
    assert isinstance(found, ExtractedCode)
    assert found.code == "1"


def test_it_knows_no_reasoning_and_no_language() -> None:
    completion = "<think>\n```python\nx = 0\n```\n"
    found = extract_code(completion, "rust", rules="livecodebench")
    assert isinstance(found, ExtractedCode)
    assert found.code == "x = 0"
