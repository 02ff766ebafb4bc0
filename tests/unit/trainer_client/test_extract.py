"""Code taken out of completions: which text, and by which rule."""

from __future__ import annotations

import pytest

from trainer_client.extract import ExtractedCode, NoCode, extract_code


@pytest.mark.parametrize(
    ("completion", "code", "rule"),
    [
        ("```python\nx = 1\n```", "x = 1\n", "fence"),
        ("```Python3\nx = 1\n```\n", "x = 1\n", "fence"),
        ("``` py \nx = 1\n```", "x = 1\n", "fence"),
        ("```{.python}\nx = 1\n```", "x = 1\n", "fence"),
        ("~~~python\nx = 1\n~~~", "x = 1\n", "fence"),
        ("````python\ns = '''\n```\n'''\n````", "s = '''\n```\n'''\n", "fence"),
        ("```python\r\nx = 1\r\n```\r\n", "x = 1\r\n", "fence"),
        ("```python\nx = 1\n```<|im_end|>", "x = 1\n", "fence"),
        ("a\n```python\nx = 1\n```\nb\n```python\nx = 2\n```\nc", "x = 2\n", "fence"),
        ("```python\nx = 1\n```\nOutput:\n```\n1\n```", "x = 1\n", "fence"),
        ("```python\nx = 1\n```\n```python\n\n```", "x = 1\n", "fence"),
        ("```python\nx = 1\n```\n```cpp\nint x;\n```", "x = 1\n", "fence"),
        ("```python\nx = 1\n\nBetter:\n```python\nx = 2\n```", "x = 2\n", "fence"),
        ("```python\nx = 1\n```\n```python\nx = 2", "x = 1\n", "fence"),
        ("```markdown\nSee\n```python\nx = 1\n```\n```", "x = 1\n", "fence"),
        (
            '```python\ndef f():\n    """\n    ```\n    f()\n    ```\n    """\n```',
            'def f():\n    """\n    ```\n    f()\n    ```\n    """\n',
            "fence",
        ),
        ("1. So\n   ```python\n   if x:\n       y\n   ```", "if x:\n    y\n", "fence"),
        ("```\nx = 1\n```", "x = 1\n", "fence_untagged"),
        ("```py3k\nx = 1\n```", "x = 1\n", "fence_other_language"),
        ("```cpp\nint x;\n```", "int x;\n", "fence_other_language"),
        ("[PYTHON]\nx = 1\n[/PYTHON]", "x = 1", "tag"),
        ("[PYTHON]\n```python\nx = 1\n```\n[/PYTHON]", "x = 1\n", "fence"),
        ("x = int(input())\nprint(x)\n", "x = int(input())\nprint(x)\n", "bare"),
        ("print(1)", "print(1)", "bare"),
        ("<think>\n```python\nx = 0\n```\n</think>\n```python\nx = 1\n```", "x = 1\n", "fence"),
        ("```python\nx = 0\n```\n</think>\n```python\nx = 1\n```", "x = 1\n", "fence"),
        ("```python\nx = 1\n```\n<think>\n```python\nx = 0\n```", "x = 1\n", "fence"),
        ("<THINK>a</THINK>print(1)", "print(1)", "bare"),
        ("<think>a<think>b</think>c</think>print(1)", "print(1)", "bare"),
        ("<think>a</think>```python\nx = 1\n```<think>b</think>", "x = 1\n", "fence"),
    ],
)
def test_python_is_found(completion: str, code: str, rule: str) -> None:
    found = extract_code(completion)
    assert isinstance(found, ExtractedCode)
    assert (found.code, found.rule) == (code, rule)
    if rule == "fence" and not completion.startswith("1."):
        assert completion[found.start : found.end] == code


@pytest.mark.parametrize(
    ("completion", "reason"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("I do not know.", "none"),
        ("Hello", "none"),
        ("x: the input", "none"),
        ("```python\nx = 1\n", "unclosed fence"),
        ("```python\n```", "empty"),
        ("```python\n   \n```", "empty"),
        ("<think>\n```python\nx = 1\n```\n", "none"),
        ("<think>x = 1</think>", "none"),
        ("[PYTHON]\nx = 1", "unclosed fence"),
    ],
)
def test_no_code_says_why(completion: str, reason: str) -> None:
    assert extract_code(completion) == NoCode(reason)


@pytest.mark.parametrize(
    ("language", "completion", "rule"),
    [
        ("cpp", "```c++\nint main() {}\n```", "fence"),
        ("c++", "```cpp\nint main() {}\n```", "fence"),
        ("cpp20", "```cpp\nint main() {}\n```", "fence"),
        ("cpp", "#include <cstdio>\nint main() {}", "bare"),
        ("java", "class Main { }", "bare"),
        ("js", "```javascript\nconsole.log(1)\n```", "fence"),
        ("go", "package main\nfunc main() {}", "bare"),
        ("brainfuck", "```brainfuck\n+\n```", "fence"),
    ],
)
def test_other_languages_are_found(language: str, completion: str, rule: str) -> None:
    found = extract_code(completion, language)
    assert isinstance(found, ExtractedCode)
    assert found.rule == rule


def test_prose_is_no_program_of_another_language() -> None:
    assert extract_code("I would write a class for this.", "java") == NoCode("none")
