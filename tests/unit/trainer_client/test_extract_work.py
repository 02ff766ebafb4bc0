"""Work grows in line with an answer's length, whatever its shape.

Counted are calls (Python's and C's) and the characters copied out of the answer; a clock would
measure the machine. What patterns cost inside cannot be counted: there a quadratic one on a line of
300,000 characters would run for minutes, and the time-out of the test ends it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Literal, SupportsIndex

import pytest

from trainer_client.extract import extract_code

Rules = Literal["default", "livecodebench"]
SHAPES: dict[str, Callable[[int], str]] = {
    "untagged fences": lambda n: "```\n" * n,
    "tagged fences": lambda n: "```python\n" * n,
    "programs": lambda n: "```python\nx = 1\n```\n" * n,
    "fences in fences": lambda n: "```python\n```cpp\nx\n```\n```\n" * n,
    "fences ever deeper": lambda n: "```python\n" * n + "```\n" * n,
    "wrappers ever deeper": lambda n: "```md\n" * n + "```py\nx\n```\n" * n + "```\n" * n,
    "closing marks too short": lambda n: "````python\n" + "```\n" * n,
    "closing marks glued": lambda n: "```python\n" + "x```\n" * n,
    "fences in one line": lambda n: "```python f(1)```\n" * n,
    "marks on one line": lambda n: "a ```x " * n,
    "quoted fences": lambda n: "> ```python\n> x\n> ```\n" * n,
    "blank fences": lambda n: "```python\n \n```\n" * n,
    "reasoning opens": lambda n: "<think>" * n,
    "reasoning opens in a sentence": lambda n: "a" + "<think>" * n,
    "reasoning closes": lambda n: "a</think>" * n,
    "reasoning around answers": lambda n: "<think>a</think>b\n" * n,
    "reasoning ever deeper": lambda n: "<think>" * n + "</think>" * n,
    "ends of turns": lambda n: "<|im_end|>" * n,
    "answers": lambda n: "<answer>x</answer>" * n,
    "square tags open": lambda n: "[PYTHON]" * n,
    "square tags": lambda n: "[PYTHON]x[/PYTHON]" * n,
    "code tags": lambda n: "<code>(</code>" * n,
    "finals": lambda n: "<|channel|>final<|message|>" * n,
    "lines of code": lambda n: "x = 1\n" * n,
    "lines of prose": lambda n: "so it is\n" * n,
}
ONE_LINE: dict[str, str] = {
    "letters": "a",
    "blanks": " ",
    "backticks": "`",
    "tildes": "~",
    "quote signs": ">",
    "brackets": "<",
    "square brackets": "[t",
    "closing tags without a name": "</",
    "headers without an end": "<|channel|>final ",
    "carriage returns": "\r",
    "classes without a body": "class " + "a" * 110 + " ",
    "comments behind brackets": "}//",
    "functions without arguments": "fn a ",
    "imports without an end": "from a ",
}


class _Counted(str):
    """A text that counts the characters that are copied out of it."""

    copied = 0

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        part = super().__getitem__(key)
        self.copied += len(part)
        return part


def _work(completion: str, language: str, rules: Rules) -> int:
    text = _Counted(completion)
    calls = 0

    def count(_frame: FrameType, event: str, _of: Any) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        extract_code(text, language, rules=rules)
    finally:
        sys.setprofile(before)
    return calls + text.copied


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("language", "rules"),
    [("python", "default"), ("java", "default"), ("python", "livecodebench")],
)
def test_twice_the_answer_is_twice_the_work(shape: str, language: str, rules: Rules) -> None:
    once = _work(SHAPES[shape](400), language, rules)
    four_times = _work(SHAPES[shape](1600), language, rules)
    assert four_times < 5 * once + 1000


@pytest.mark.timeout(60)
@pytest.mark.parametrize("piece", ONE_LINE)
@pytest.mark.parametrize("language", ["python", "java", "rust"])
def test_one_line_of_300_000_characters_is_read(piece: str, language: str) -> None:
    line = ONE_LINE[piece] * (300_000 // len(ONE_LINE[piece]))
    for completion in (line, f"class A {{\n{line}\r\n"):
        extract_code(completion, language)
