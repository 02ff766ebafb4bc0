"""What holds for any completion: no exception, true offsets, the same code when read again."""

from __future__ import annotations

import re
from textwrap import dedent

from hypothesis import given, settings
from hypothesis import strategies as st

from trainer_client.extract import ExtractedCode, NoCode, extract_code

MARKS = [
    *[
        "```",
        "````",
        "~~~",
        "`",
        "```\n",
        "```python\n",
        "``` py \n",
        "````python\n",
        "~~~python\n",
    ],
    *["```cpp\n", "```text\n", "```markdown\n", "```{.python}\n", '```python title="a.py"\n'],
    *["<think>", "</think>", "<THINK>\n", "[THINK]", "[/THINK]", "<answer>", "</answer>", "<code>"],
    *["</code>", "[PYTHON]", "[/PYTHON]", "[PYTHON]\n", "<|im_end|>", "<|eot_id|>", "<|channel|>"],
    *[
        "<|channel|>final<|message|>",
        "<|end|>",
        "<|start|>assistant",
        "analysisWe",
        "assistantfinal",
    ],
]
CODE = [
    *[
        "x = 1\n",
        "print(1)\n",
        "def f(x):\n    return x\n",
        "print(f(1))\n",
        "# done\n",
        ">>> f(1)\n",
    ],
    *[
        "class Solution:\n    pass\n",
        's = """\n',
        "int main() {\n}\n",
        "    y = 2\n",
        "\tz\n",
        "(\n",
    ],
]
PROSE = [
    *[
        "Here it is:\n",
        "so ",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "> ",
        "- ",
        "1. ",
        "   ",
        "\t",
        "\ufeff",
    ],
    *[
        "\u200b",
        "\x00",
        "\u2028",
        "\u00e9",
        "\ud800",
        "For 4 the answer is 8.\n",
        "`x`",
        "\x0c",
        "\x85",
    ],
]
completions = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from([*MARKS, *CODE, *PROSE]), max_size=25).map("".join),
    st.lists(st.sampled_from([*MARKS, *CODE]), max_size=12).map("\n".join),
)
languages = st.sampled_from(["python", "py", "cpp", "java", "go", "brainfuck", ""])
ENDS = re.compile(r"<\||</think>|\[/think\]", re.IGNORECASE)  # what ends a part even in a fence
QUOTE_SIGNS = re.compile(r"^(?:[ ]{0,3}>)+[ ]?", re.MULTILINE)


@given(completions, languages)
@settings(max_examples=500, deadline=None)
def test_any_text_gives_code_that_is_not_blank_or_a_reason(completion: str, language: str) -> None:
    found = extract_code(completion, language)
    if isinstance(found, NoCode):
        assert found.reason in {"none", "unclosed fence", "empty"}
    else:
        assert found.code.strip()
        assert 0 <= found.start < found.end <= len(completion)


@given(completions, languages)
@settings(max_examples=500, deadline=None)
def test_the_offsets_hold_the_code_but_for_its_indentation(completion: str, language: str) -> None:
    found = extract_code(completion, language)
    if isinstance(found, ExtractedCode):
        text = completion[found.start : found.end]
        assert found.code == text or _flat(found.code) == _flat(text)


def _flat(text: str) -> str:
    """Return a text without quote signs and without white space before its lines."""
    return re.sub(r"^[ \t]+", "", QUOTE_SIGNS.sub("", text), flags=re.MULTILINE)


@given(completions)
@settings(max_examples=500, deadline=None)
def test_code_that_is_put_into_a_fence_comes_out_again(completion: str) -> None:
    found = extract_code(completion)
    if isinstance(found, ExtractedCode) and not ENDS.search(found.code):
        code = found.code if found.code.endswith(("\n", "\r")) else found.code + "\n"
        mark = "`" * (1 + max(map(len, re.findall("`+", "``" + code))))
        again = extract_code(f"{mark}python\n{code}{mark}\n")
        assert isinstance(again, ExtractedCode)
        assert (again.code, again.rule) == (code, "fence")


@given(
    st.lists(st.sampled_from(["x = 1\n", "if x:\n", "    y = 2\n", "\n"]), min_size=1, max_size=8)
)
def test_an_indented_fence_gives_the_code_as_if_it_stood_at_the_margin(lines: list[str]) -> None:
    code = dedent("x = 0\n" + "".join(lines))
    fence = f"```python\n{code}```\n"
    indented = "".join("   " + line for line in fence.splitlines(keepends=True))
    found = extract_code(indented)
    assert isinstance(found, ExtractedCode)
    assert found.code == code


@given(
    st.text(alphabet="abc XYZ09.,:;'\"()=\n#*_\u00e9", max_size=80),
    st.lists(st.sampled_from(CODE), min_size=1, max_size=6).map("".join),
    st.text(alphabet="abc XYZ09.,:;'\"()=\n#*_\u00e9", max_size=80),
)
def test_prose_around_a_fence_changes_only_the_offsets(before: str, code: str, after: str) -> None:
    alone = f"```python\n{code}```\n"
    for rules in ("default", "livecodebench"):
        expected = extract_code(alone, rules=rules)
        found = extract_code(f"{before}\n{alone}{after}", rules=rules)
        assert isinstance(expected, ExtractedCode)
        assert isinstance(found, ExtractedCode)
        assert (found.code, found.rule) == (expected.code, expected.rule)
        assert found.start == expected.start + len(before) + 1
