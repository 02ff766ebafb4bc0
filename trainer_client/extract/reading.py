"""One pass over a completion: its answer without reasoning, and the fences in it.

Standard library only; linear. Outside reasoning a tag inside a fence is code; inside reasoning a
fence is reasoning. A closing reasoning tag whose opening one stood in the prompt ends a reasoning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .fences import Block, Fences, Opening
from .marks import REASONING_TAG, Before, Line, info_after, lines_with_marks, markup_before

_NEVER = -1
_INLINE_TAG = re.compile(r"[ \t]*([A-Za-z0-9+#_-]{1,32})[ \t]+")
_STILL_ALONE = 16  # blanks around a tag that has a line of its own


@dataclass(kw_only=True, slots=True)
class Reading:
    """What a completion holds outside reasoning.

    Attributes:
        blocks: its closed fences, in the order in which they close.
        spans: the offsets of its text, fences included.
        answer: the span of the last closed `<answer>` or its kin, or None.
        cut: the innermost fence that is open at the end, or None.
    """

    blocks: list[Block] = field(default_factory=list[Block])
    spans: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    answer: tuple[int, int] | None = None
    cut: Opening | None = None


def read(text: str) -> Reading:
    """Return the answer in a completion.

    A closing mark that is glued to a line of code, or indented like code, counts only where the
    plain reading leaves a fence open and the one with it leaves none.
    """
    plain = _Reader(text, glued=False).read()
    if not plain.cut:
        return plain
    glued = _Reader(text, glued=True).read()
    return plain if glued.cut else glued


class _Reader:
    def __init__(self, text: str, *, glued: bool) -> None:
        self._text = text
        self._glued = glued
        self._resume = _reasoning_ends(text)
        self._fences = Fences()
        self._inline: list[Block] = []
        self._reading = Reading()
        self._position = 0  # where the answer goes on; marks before it are reasoning
        self._has_reasoned = False
        self._has_text = False
        self._is_over = False
        self._answer_start: int | None = None

    def read(self) -> Reading:
        for line in lines_with_marks(self._text):
            if self._is_over:
                break
            self._read_line(line)
        if not self._is_over:
            self._end_span(len(self._text))
        reading = self._reading
        blocks = [*self._fences.closed, *self._inline]
        reading.blocks = sorted(blocks, key=lambda block: block.end) if self._inline else blocks
        return reading

    def _read_line(self, line: Line) -> None:
        index = 0
        while index < len(line.marks) and not self._is_over:
            mark = line.marks[index]
            index += 1
            if mark.start() < self._position:
                continue
            if mark["run"]:
                index = self._fence(line, mark, index)
            elif self._fences.innermost:
                if self._is_alone(line, mark):
                    self._tag_in_fence(mark)
            else:
                self._tag(line, mark, index)

    # --- tags ---------------------------------------------------------------------------------

    def _tag(self, line: Line, mark: re.Match[str], index: int) -> None:
        if mark["opens"]:
            resume = self._resume.get(mark.start(), _NEVER)
            if resume != _NEVER:
                self._end_span(mark.start())
                self._position = resume
                self._has_reasoned = True
            elif self._is_after_a_mark(line, index):
                self._end_span(mark.start())
                self._is_over = True
        elif mark["closes"]:
            self._end_of_reasoning(mark)
        elif mark["stops"]:
            self._end_span(mark.start())
            self._position = mark.end()
            self._is_over = self._has_text
        elif mark["answers"]:
            self._answer_start = mark.end()
        elif mark["answered"] and self._answer_start is not None:
            self._reading.answer = (self._answer_start, mark.start())
            self._answer_start = None

    def _tag_in_fence(self, mark: re.Match[str]) -> None:
        if mark["closes"] and not self._has_reasoned:
            self._end_of_reasoning(mark)
        elif mark["stops"]:
            self._end_span(mark.start())
            self._is_over = True

    def _end_of_reasoning(self, mark: re.Match[str]) -> None:
        self._end_span(mark.start())
        if not self._has_reasoned:
            self._fences = Fences()
            self._inline = []
            self._reading = Reading()
            self._has_text = False
        self._has_reasoned = True
        self._position = mark.end()

    def _is_after_a_mark(self, line: Line, index: int) -> bool:
        """Say if only blanks stand between a mark and the one before it, or the line's start."""
        previous = line.marks[index - 2].end() if index > 1 else line.start
        return not self._text[previous : line.marks[index - 1].start()].strip()

    def _is_alone(self, line: Line, mark: re.Match[str]) -> bool:
        around = (line.end - line.start) - (mark.end() - mark.start())
        return around <= _STILL_ALONE and self._text[line.start : line.end].strip() == mark[0]

    def _end_span(self, end: int) -> None:
        self._reading.cut = self._fences.leave()
        self._answer_start = None
        if self._text[self._position : end].strip():
            self._reading.spans.append((self._position, end))
            self._has_text = True

    # --- fences -------------------------------------------------------------------------------

    def _fence(self, line: Line, mark: re.Match[str], index: int) -> int:
        """Read a run of backticks or tildes; return the index of the line's next mark to read."""
        before = markup_before(self._text, line, mark) if index == 1 else None
        if self._fences.innermost:
            return self._fence_in_fence(self._fences.innermost, line, mark, before, index)
        if mark[0][0] == "~" and before is None:
            return index
        runs = [other for other in line.marks[index:] if other["run"]] if index == 1 else []
        if mark[0][0] == "`" and runs:
            return self._code_span(line, mark, runs, before)
        info = info_after(self._text, mark.end(), line.end)
        if before is None and not (info.is_info and index == len(line.marks)):
            return index
        self._open(mark, line, before or Before(quotes=0, indent=""), info.tag)
        return len(line.marks)

    def _fence_in_fence(
        self,
        opened: Opening,
        line: Line,
        mark: re.Match[str],
        before: Before | None,
        index: int,
    ) -> int:
        run = mark[0]
        if run[0] != opened.mark[0]:
            return index
        if before is None or before.indent.strip():
            following = line.marks[index].start() if index < len(line.marks) else line.end
            is_last = index == 1 and not self._text[mark.end() : following].strip()
            if self._glued and is_last and len(run) >= len(opened.mark):
                self._fences.close(run, mark.start())
            return index
        info = info_after(self._text, mark.end(), line.end)
        if opened.is_content(before.indent) and (info.tag or not self._glued):
            return index
        if info.tag and info.is_info:
            if self._glued and info.tag == opened.tag and before.column <= opened.column:
                self._fences.leave()
            self._open(mark, line, before, info.tag)
            return len(line.marks)
        self._fences.close(run, line.start)
        return index

    def _open(self, mark: re.Match[str], line: Line, before: Before, tag: str) -> None:
        opening = Opening(
            mark=mark[0],
            tag=tag,
            text_start=line.after,
            indent=before.indent,
            quotes=before.quotes,
        )
        self._fences.open(opening)

    def _code_span(
        self, line: Line, mark: re.Match[str], runs: list[re.Match[str]], before: Before | None
    ) -> int:
        """Read a line with several runs: a fence in one line where nothing stands around it."""
        closing = runs[-1]
        if (
            before is not None
            and len(runs) == 1
            and not self._text[closing.end() : line.end].strip()
        ):
            info = _INLINE_TAG.match(self._text, mark.end())
            if info and info.end() < closing.start():
                block = Block(info[1].lower(), info.end(), closing.start(), inline=True)
                self._inline.append(block)
        return len(line.marks)


def _reasoning_ends(text: str) -> dict[int, int]:
    """Return where the answer goes on after each opening reasoning tag, by the tag's offset.

    That is behind the closing tag that balances it, or else behind the next closing tag; an opening
    tag with no closing one after it is not listed.
    """
    tags = [(tag.start(), tag.end(), bool(tag["opens"])) for tag in REASONING_TAG.finditer(text)]
    ends: dict[int, int] = {}
    next_close = _NEVER
    for start, end, opens in reversed(tags):
        if not opens:
            next_close = end
        elif next_close != _NEVER:
            ends[start] = next_close
    unmatched: list[int] = []
    for start, end, opens in tags:
        if opens:
            unmatched.append(start)
        elif unmatched:
            ends[unmatched.pop()] = end
    return ends
