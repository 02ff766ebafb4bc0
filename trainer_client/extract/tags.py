"""Code between tags that name it: `[PYTHON]`, `<python>`, `<code>`. Standard library only; linear.

Source: Code Llama's instructions ask for an answer between `[PYTHON]` and `[/PYTHON]`, and
LiveCodeBench reads it so for that model.
"""

from __future__ import annotations

import re

from .bare import looks_like
from .found import ExtractedCode

_TAG = re.compile(r"[\[<](?P<off>/?)(?P<tag>[A-Za-z][A-Za-z0-9+#]{0,15})(?:(?P<square>\])|>)")
_SPEAKS_OF_IT = re.compile(r"[\w)\]`\"'\\]")  # before a tag: an index as in `a[c]`, or a quotation


def in_tags(
    text: str, start: int, end: int, tags: frozenset[str]
) -> tuple[ExtractedCode | None, bool]:
    """Return the last code between tags in a stretch of text, and if a tag is open at its end.

    What stands between angle brackets must look like the language, because `<code>` is HTML too.
    """
    found: ExtractedCode | None = None
    opened: re.Match[str] | None = None
    for match in _TAG.finditer(text, start, end):
        tag = match["tag"].lower()
        if tag not in tags and not (tag == "code" and not match["square"]):
            continue
        if not match["off"]:
            before = text[match.start() - 1 : match.start()]
            opened = opened if _SPEAKS_OF_IT.match(before) else match
        elif opened and opened["square"] == match["square"]:
            inside = _between(text, opened.end(), match.start())
            if inside and (match["square"] or looks_like(inside.code, tags) is not False):
                found = inside
            opened = None
    return found, bool(opened and opened["square"] and _starts_a_line(text, opened))


def _between(text: str, start: int, end: int) -> ExtractedCode | None:
    while start < end and text[start] in "\r\n":
        start += 1
    while start < end and text[end - 1] in "\r\n":
        end -= 1
    code = text[start:end]
    return ExtractedCode(code=code, rule="tag", start=start, end=end) if code.strip() else None


def _starts_a_line(text: str, match: re.Match[str]) -> bool:
    return match.start() == 0 or text[match.start() - 1] in "\r\n"
