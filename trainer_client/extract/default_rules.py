"""The program in a model's raw answer: where it stands, and by which rule it was found.

Standard library only. Linear in the length of the completion. Reasoning (`<think>` and its kin,
closed or not) is skipped. Then, in order: the last closed fence that is tagged with the language,
the last closed fence without a tag, text between language tags such as `[PYTHON]` and `[/PYTHON]`,
the last closed fence with another tag, and, only where nothing is fenced, bare code. A fence that
never closes is a cut-off answer and not code.

Source of the fences' grammar: CommonMark 0.31, section 4.5 (https://spec.commonmark.org/).
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, replace

from .found import ExtractedCode, NoCode

_ALIASES: dict[str, frozenset[str]] = {
    "python": frozenset({"python", "python3", "python2", "py", "py3", "pypy", "pypy3", "cpython"}),
    "c": frozenset({"c", "c99", "c11", "c17"}),
    "cpp": frozenset(
        {"cpp", "c++", "cxx", "cc", "cpp11", "cpp14", "cpp17", "cpp20", "cpp23", "c++17", "c++20"}
    ),
    "javascript": frozenset({"javascript", "js", "node", "nodejs"}),
    "typescript": frozenset({"typescript", "ts"}),
    "csharp": frozenset({"csharp", "c#", "cs"}),
    "kotlin": frozenset({"kotlin", "kt"}),
    "rust": frozenset({"rust", "rs"}),
    "go": frozenset({"go", "golang"}),
    "haskell": frozenset({"haskell", "hs"}),
    "ruby": frozenset({"ruby", "rb"}),
    "bash": frozenset({"bash", "sh", "shell"}),
}
_REASONING = re.compile(
    r"<(/?)(think|thinking|thought|reasoning|reflection|scratchpad)>", re.IGNORECASE
)
_FENCE = re.compile(
    r"^(?P<indent>[ \t]*)(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^\r\n]*)\r?$", re.MULTILINE
)
_TAG = re.compile(r"\[(/?)([A-Za-z][A-Za-z0-9+#]{0,15})\]")
_INFO_WORD = re.compile(r"\{?\s*\.?([A-Za-z0-9+#_-]+)")
_DEEPER_THAN_A_FENCE = 4
_BARE_LIMIT = 1 << 20
_BARE_MARKS: dict[str, re.Pattern[str]] = {
    "c": re.compile(r"^[ \t]*#[ \t]*include\b|\bint\s+main\s*\(", re.MULTILINE),
    "cpp": re.compile(r"^[ \t]*#[ \t]*include\b|\bint\s+main\s*\(", re.MULTILINE),
    "java": re.compile(r"\b(?:class|interface)\s+\w{1,100}[^;{}]{0,200}\{"),
    "kotlin": re.compile(r"\bfun\s+\w+\s*\("),
    "javascript": re.compile(r"\bfunction\b|=>|\brequire\s*\(|\bconsole\.log\s*\("),
    "typescript": re.compile(r"\bfunction\b|=>|\brequire\s*\(|\bconsole\.log\s*\("),
    "go": re.compile(r"^[ \t]*package\s+\w+", re.MULTILINE),
    "rust": re.compile(r"\bfn\s+\w+\s*[(<]"),
    "csharp": re.compile(
        r"\b(?:class|namespace)\s+\w{1,100}[^;{}]{0,200}\{|^[ \t]*using\s+\w+", re.MULTILINE
    ),
}


@dataclass(frozen=True, slots=True)
class _Block:
    """A closed fence: its tag in lower case, the offsets of its text, its indentation."""

    tag: str
    start: int
    end: int
    indent: int


def extract_by_default(completion: str, language: str) -> ExtractedCode | NoCode:
    """Return the program in a completion, or why there is none.

    Args:
        completion: a model's raw answer, any text.
        language: the wire name of the language that the program should have, or an alias.

    Returns:
        The code with the rule that found it: `fence`, `fence_untagged`, `tag`,
        `fence_other_language` or `bare`; or `NoCode`.
    """
    names = _names_of(language)
    reason = "none" if completion.strip() else "empty"
    for start, end in reversed(_answers(completion)):
        found = _in_answer(completion[start:end], names)
        if isinstance(found, ExtractedCode):
            return replace(found, start=found.start + start, end=found.end + start)
        if found.reason != "none":
            reason = found.reason
    return NoCode(reason)


def _in_answer(text: str, names: frozenset[str]) -> ExtractedCode | NoCode:
    """Return the code of an answer without reasoning."""
    blocks, open_fence = _blocks(text)
    tagged, open_tag = _in_tags(text, names)
    found = (
        _last(text, [block for block in blocks if block.tag in names], "fence")
        or _last(text, [block for block in blocks if not block.tag], "fence_untagged")
        or tagged
        or _last(text, blocks, "fence_other_language")
    )
    if found is not None:
        return found
    if open_fence or open_tag:
        return NoCode("unclosed fence")
    if blocks:
        return NoCode("empty")
    return _bare(text, names) or NoCode("none")


def _names_of(language: str) -> frozenset[str]:
    lowered = language.lower()
    for names in _ALIASES.values():
        if lowered in names:
            return names
    return frozenset({lowered})


def _answers(completion: str) -> list[tuple[int, int]]:
    """Return the spans outside reasoning; a closing tag with no opening one ends a reasoning."""
    kept: list[tuple[int, int]] = []
    depth = 0
    position = 0
    for match in _REASONING.finditer(completion):
        if not match[1]:
            if depth == 0:
                kept.append((position, match.start()))
            depth += 1
        elif depth <= 1:
            if depth == 0:
                kept.clear()
            depth = 0
            position = match.end()
        else:
            depth -= 1
    if depth == 0:
        kept.append((position, len(completion)))
    return kept


def _blocks(text: str) -> tuple[list[_Block], bool]:
    """Return the closed fences of a text in the order in which they close, and if one is open.

    An inner fence with a tag, in place of a closing one, opens a fence inside (or after one that
    was never closed); a fence that holds others counts instead of them, unless it is plain text.
    """
    closed: list[_Block] = []
    stack: list[tuple[re.Match[str], int]] = []
    for match in _FENCE.finditer(text):
        mark, info = match["mark"], match["info"].strip()
        if stack:
            opened, first = stack[-1]
            if mark[0] != opened["mark"][0] or _width(match) >= _width(opened) + (
                _DEEPER_THAN_A_FENCE
            ):
                continue
            if not _INFO_WORD.match(info):
                if len(mark) >= len(opened["mark"]):
                    stack.pop()
                    closed.append(_block(opened, match))
                    closed = _without_inner(closed, first)
                continue
        if mark[0] == "`" and "`" in info:
            continue
        stack.append((match, len(closed)))
    return closed, bool(stack)


def _width(match: re.Match[str]) -> int:
    return len(match["indent"].expandtabs(4))


def _block(opened: re.Match[str], closing: re.Match[str]) -> _Block:
    word = _INFO_WORD.match(opened["info"])
    return _Block(
        tag=word[1].lower() if word else "",
        start=min(opened.end() + 1, closing.start()),
        end=closing.start(),
        indent=len(opened["indent"]),
    )


def _without_inner(closed: list[_Block], first: int) -> list[_Block]:
    """Return blocks without those inside the last one, or without it where it only wraps them."""
    outer, inner = closed[-1], closed[first:-1]
    if not inner:
        return closed
    if outer.tag in {"", "markdown", "md", "text", "txt", "plaintext"}:
        return closed[:-1]
    return [*closed[:first], outer]


def _last(text: str, blocks: list[_Block], rule: str) -> ExtractedCode | None:
    """Return the last block that is not empty."""
    for block in reversed(blocks):
        code = _dedented(text[block.start : block.end], block.indent)
        if code.strip():
            return ExtractedCode(code=code, rule=rule, start=block.start, end=block.end)
    return None


def _dedented(code: str, indent: int) -> str:
    """Return code without the fence's own indentation, as CommonMark asks."""
    if not indent:
        return code
    return re.sub(rf"^[ \t]{{1,{indent}}}", "", code, flags=re.MULTILINE)


def _in_tags(text: str, names: frozenset[str]) -> tuple[ExtractedCode | None, bool]:
    """Return the last text between tags such as [PYTHON] and [/PYTHON], and if one is open."""
    found: ExtractedCode | None = None
    opened: int | None = None
    for match in _TAG.finditer(text):
        if match[2].lower() not in names:
            continue
        if not match[1]:
            opened = match.end()
        elif opened is not None:
            code = text[opened : match.start()]
            if code.strip():
                found = ExtractedCode(
                    code=code.strip("\r\n"), rule="tag", start=opened, end=match.start()
                )
            opened = None
    return found, opened is not None


def _bare(text: str, names: frozenset[str]) -> ExtractedCode | None:
    if len(text) > _BARE_LIMIT or not text.strip():
        return None
    if "python" in names:
        is_code = _is_python(text)
    else:
        is_code = any(_BARE_MARKS[name].search(text) for name in names & _BARE_MARKS.keys())
    return ExtractedCode(code=text, rule="bare", start=0, end=len(text)) if is_code else None


def _is_python(code: str) -> bool:
    """True where a text parses and does something; prose that happens to parse does not."""
    try:
        body = ast.parse(code.strip("\r\n")).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(
        not isinstance(node, ast.Expr) or isinstance(node.value, (ast.Call, ast.Await))
        for node in body
    ) and not all(isinstance(node, (ast.AnnAssign, ast.Pass)) for node in body)
