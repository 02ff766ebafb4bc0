"""Code without marks: what looks like a language, and where it starts and ends in prose.

Standard library only. Linear: a stretch is parsed a few times at most, and none over a limit.
"""

from __future__ import annotations

import re

from .found import ExtractedCode
from .marks import SPECIAL_TOKEN
from .python_text import is_program, refused_line

_LONGEST = 1 << 20
_C = re.compile(r"^[ \t]*#[ \t]*include\b|\bint\s+main\s*\(", re.MULTILINE)
_CLASS = re.compile(r"\b(?:class|interface)\s+\w{1,100}\b[^;{}]{0,200}\{")
_SCRIPT = re.compile(r"\bfunction\b|=>|\brequire\s*\(|\bconsole\.log\s*\(")
_MARKS: dict[str, re.Pattern[str]] = {
    "c": _C,
    "cpp": _C,
    "java": _CLASS,
    "kotlin": re.compile(r"\bfun\s+\w+\s*\("),
    "javascript": _SCRIPT,
    "typescript": _SCRIPT,
    "go": re.compile(r"^[ \t]*package\s+\w+", re.MULTILINE),
    "rust": re.compile(r"\bfn\s+\w+\s*[(<]"),
    "csharp": re.compile(
        r"\b(?:class|namespace)\s+\w{1,100}\b[^;{}]{0,200}\{|^[ \t]*using\s+\w+", re.MULTILINE
    ),
}
_FIRST_LINE = re.compile(
    r"^(?:#!|#[ \t]*include\b|#define\b|using\s|package\s|import\s[\w{*.\"']+"
    r"|from\s+[\w.]+\s+import\b|(?:async\s+)?def\s+\w+\s*\(|class\s+\w+\s*[:({]|@\w|if\s+__name__|for\s+\w.*:|while\s.*:"
    r"|(?:public|final|abstract|static)\s|interface\s+\w|fun\s+\w|fn\s+\w|func\s+\w|use\s+\w+::"
    r"|function\s+\w|(?:const|let|var)\s+\w+\s*=|int\s+\w|namespace\s+\w|[A-Za-z_][\w, ]*=[^=]"
    r"|print\s*\()",
    re.MULTILINE,
)
_LAST_LINE = re.compile(r"[};)][ \t]*(?://[^\r\n]*)?(?=[\r\n]|\Z)")
_BLANK_LINES = re.compile(r"\s*[\r\n]")
_LABEL = re.compile(r"([A-Za-z0-9+#]{1,16})[ \t]*(?:\r\n|[\r\n])")
_UNSEEN = "\ufeff\u200b\u2060"
_TRIES = 4


def looks_like(code: str, tags: frozenset[str]) -> bool | None:
    """Say if a text reads like a language; None where nothing is known of that language."""
    if "python" in tags:
        return is_program(code)
    marks = [_MARKS[tag] for tag in tags & _MARKS.keys()]
    return any(mark.search(code) for mark in marks) if marks else None


def bare_code(text: str, start: int, end: int, tags: frozenset[str]) -> ExtractedCode | None:
    """Return the code in a stretch of a completion that holds no fence, or None.

    The whole stretch where it is Python; else the part from its first line of code on: for Python
    up to what the parser refuses, for others up to the last closing bracket.
    """
    start, end = _without_tokens(text, start, end)
    label = _LABEL.match(text, start, end)  # what a button to copy leaves of a fence
    if label and label[1].lower() in tags:
        start = label.end()
    if end - start > _LONGEST:
        return None
    whole = text[start:end]
    if "python" in tags:
        if is_program(whole):
            return ExtractedCode(code=whole, rule="bare", start=start, end=end)
    elif not looks_like(whole, tags):
        return None
    first = _FIRST_LINE.search(whole)
    skipped = first.start() if first else 0
    rest = whole[skipped:]
    stop = _python_end(rest) if "python" in tags else _bracket_end(rest)
    if not stop:
        return None
    start += skipped
    return ExtractedCode(code=rest[:stop], rule="bare", start=start, end=start + stop)


def _without_tokens(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a stretch without byte order marks, special tokens and blank lines at its start."""
    while start < end and text[start] in _UNSEEN:
        start += 1
    token = SPECIAL_TOKEN.match(text, start, end)
    start = token.end() if token else start
    blank = _BLANK_LINES.match(text, start, end)
    return (blank.end(), end) if blank else (start, end)


def _python_end(code: str) -> int:
    """Return where the program at the start of a text ends: before a line that is refused."""
    for _ in range(_TRIES):
        if is_program(code):
            return len(code) if "(" in code else 0
        refused = refused_line(code)
        if not refused:
            return 0
        code = code[: _line_start(code, refused)]
    return 0


def _line_start(code: str, number: int) -> int:
    position = 0
    for _ in range(number):
        position = code.find("\n", position) + 1
        if not position:
            return 0
    return position


def _bracket_end(code: str) -> int:
    end = 0
    for match in _LAST_LINE.finditer(code):
        end = match.end()
    return end
