"""The marks in a completion that bound its parts: fences, reasoning, answers, the end of a turn.

Standard library only. Every pattern looks at a bounded stretch or starts at a line's start, so that
reading stays linear on a single line of any length.

Sources: CommonMark 0.31, section 4.5 (https://spec.commonmark.org/) for fences; for reasoning the
parsers of vLLM (https://docs.vllm.ai/, features, reasoning outputs) and the models' own cards:
`<think>` (DeepSeek-R1, QwQ, Qwen3), `[THINK]` (Magistral), `<seed:think>` (Seed-OSS),
`◁think▷` (Kimi), `<|begin_of_thought|>` (Sky-T1, OpenThoughts), `<|START_THINKING|>` (Command A),
`<|inner_prefix|>` (Apertus).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .languages import KNOWN_TAGS

_LONGEST_INFO = 200
_REASONING = "think|thinking|thought|thoughts|reason|reasoning|reflection|scratchpad|seed:think"
# A tag in quotes or backticks is spoken about.
_NOT_QUOTED = r"(?<![`\"'\\])"
_OPENS = (
    rf"<(?:{_REASONING})>|\[think\]|\u25c1think\u25b7"
    r"|<\|(?:begin_of_thought|start_thinking|inner_prefix)\|>"
)
_CLOSES = (
    rf"</(?:{_REASONING})>|\[/think\]|\u25c1/think\u25b7"
    r"|<\|(?:end_of_thought|end_thinking|inner_suffix)\|>"
)
_ENDS_A_TURN = (
    r"<\|(?:im_end|endoftext|end_of_text|eot_id|eom_id|end_of_turn_token|end|return)\|>"
    r"|<(?:end_of_turn|eos)>|</s>(?=[ \t]*(?:[\r\n]|\Z))"
    r"|<[|\uff5c]end\u2581of\u2581sentence[|\uff5c]>"
)
_ANSWER = r"<(?:answer|solution)>|<\|begin_of_solution\|>"
_ANSWER_END = r"</(?:answer|solution)>|<\|end_of_solution\|>"
_TOKEN = re.compile(
    r"(?P<run>`{3,}|~{3,})"
    rf"|{_NOT_QUOTED}(?:(?P<opens>{_OPENS})|(?P<closes>{_CLOSES})|(?P<stops>{_ENDS_A_TURN})"
    rf"|(?P<answers>{_ANSWER})|(?P<answered>{_ANSWER_END}))",
    re.IGNORECASE,
)
REASONING_TAG = re.compile(
    rf"{_NOT_QUOTED}(?:(?P<opens>{_OPENS})|(?P<closes>{_CLOSES}))", re.IGNORECASE
)
SPECIAL_TOKEN = re.compile(rf"{_ENDS_A_TURN}|<\|im_start\|>\s*assistant|<s>", re.IGNORECASE)
_LINE = re.compile(r"(?:\A|(?<=[\r\n]))[^\r\n]*?(?:`{3}|~{3}|<[/|\w\uff5c]|\[/?[tT]|\u25c1)")
_LINE_END = re.compile(r"\r\n|\r|\n")
_INFO = re.compile(r"\{?[ \t]*\.?([A-Za-z0-9+#_-]+)(.*)")
_BEFORE = re.compile(
    r"[\ufeff\u200b-\u200d\u2060\x00]*(?P<quote>(?:[ ]{0,3}>)*)"
    r"(?P<indent>[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)?)"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """A line that may hold marks: its offsets, where the next line starts, its marks in order."""

    start: int
    end: int
    after: int
    marks: list[re.Match[str]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Info:
    """What follows a fence's mark on its line: the tag, and if it reads like an info string."""

    tag: str
    is_info: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Before:
    """What stands before the first mark of a line where that is only markup."""

    quotes: int
    indent: str

    @property
    def column(self) -> int:
        """Where the mark stands, with tab stops of four."""
        return len(self.indent.expandtabs(4))


def lines_with_marks(text: str) -> Iterator[Line]:
    """Yield the lines that hold a mark, in order."""
    position = 0
    while found := _LINE.search(text, position):
        newline = _LINE_END.search(text, found.end())
        end, after = newline.span() if newline else (len(text), len(text))
        marks = list(_TOKEN.finditer(text, found.start(), end))
        if marks:
            yield Line(start=found.start(), end=end, after=after, marks=marks)
        if not newline:
            return
        position = after


def info_after(text: str, start: int, end: int) -> Info:
    """Return what a fence's mark is followed by on its line, which ends at `end`.

    A word alone, or a known tag with attributes behind it, is an info string; a sentence is not.
    """
    info = text[start : min(end, start + _LONGEST_INFO)].strip(" \t\ufeff\u200b")
    found = _INFO.match(info)
    if not found:
        return Info(tag="", is_info=not info)
    tag, rest = found[1].lower(), found[2].strip(" \t}")
    return Info(tag=tag, is_info=not rest or tag in KNOWN_TAGS or "=" in rest)


def markup_before(text: str, line: Line, mark: re.Match[str]) -> Before | None:
    """Return the quote signs, list marker and indentation before a mark, or None for other text."""
    found = _BEFORE.match(text, line.start)
    if not found or found.end() != mark.start():
        return None
    return Before(quotes=found["quote"].count(">"), indent=found["indent"])
