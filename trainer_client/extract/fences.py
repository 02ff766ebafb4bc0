"""The fences of an answer as they open and close, mark by mark. Standard library only; linear.

CommonMark knows no fence inside a fence, but models write them: in a docstring, or a whole answer
inside a fence of markdown. So an inner fence with a tag opens a fence inside (or after one that was
never closed), and a fence that holds others counts instead of them, unless it is plain text.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from .languages import WRAPPERS

_DEEPER_THAN_A_FENCE = 4


@dataclass(frozen=True, slots=True)
class Block:
    """A closed fence: its tag in lower case, the offsets of its text, the markup of its lines."""

    tag: str
    start: int
    end: int
    indent: int = 0
    quotes: int = 0
    inline: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Opening:
    """The opening line of a fence.

    Attributes:
        mark: the backticks or tildes.
        tag: in lower case, or empty.
        text_start: where the next line starts.
        indent: white space (or a list's marker) before the mark.
        quotes: how many quote signs stand before it.
    """

    mark: str
    tag: str
    text_start: int
    indent: str
    quotes: int

    @property
    def column(self) -> int:
        """Where the mark stands, with tab stops of four."""
        return len(self.indent.expandtabs(4))

    def is_content(self, indent: str) -> bool:
        """Say if a mark with this indentation stands too deep to be a fence: it is content."""
        return len(indent.expandtabs(4)) >= self.column + _DEEPER_THAN_A_FENCE


class Fences:
    """The fences of one answer: `closed` in the order in which they closed, and the open ones."""

    def __init__(self) -> None:
        self.closed: list[Block] = []
        self._open: list[tuple[Opening, int]] = []
        self._marks: Counter[str] = Counter()

    @property
    def innermost(self) -> Opening | None:
        """The fence that the next line stands in."""
        return self._open[-1][0] if self._open else None

    def open(self, opening: Opening) -> None:
        """Note an opening fence."""
        self._open.append((opening, len(self.closed)))
        self._marks[opening.mark] += 1

    def close(self, mark: str, end: int) -> None:
        """Note a closing fence whose block's text ends at `end`.

        It closes the innermost fence of just its length, or else the innermost one, if that has
        no more marks than it.
        """
        if self._marks[mark]:
            while self._open[-1][0].mark != mark:
                self._drop()
        opening, first = self._open[-1]
        if len(mark) < len(opening.mark):
            return
        self._drop()
        start = min(opening.text_start, end)
        indent = len(opening.indent)
        self.closed.append(Block(opening.tag, start, end, indent, opening.quotes))
        if len(self.closed) - 1 > first:
            if opening.tag in WRAPPERS:
                self.closed.pop()
            else:
                del self.closed[first:-1]

    def leave(self) -> Opening | None:
        """Drop the fences that are still open, and return the innermost one."""
        innermost = self.innermost
        while self._open:
            opening, first = self._open[-1]
            self._drop()
            if opening.tag not in WRAPPERS:
                self._drop_content(opening, first)
        return innermost

    def _drop(self) -> None:
        opening, _ = self._open.pop()
        self._marks[opening.mark] -= 1

    def _drop_content(self, opening: Opening, first: int) -> None:
        """Drop what closed inside a code fence that never did, where it stands deeper than that."""
        deeper = len(opening.indent)
        while len(self.closed) > first and self.closed[-1].indent > deeper:
            self.closed.pop()


def text_of(block: Block, text: str) -> str:
    """Return a block's text without the quote signs and the indentation of the fence itself.

    Not more indentation goes than the first line has: a fence may be indented and its code not.
    """
    code = text[block.start : block.end]
    if block.quotes:
        code = re.sub(rf"^(?:[ ]{{0,3}}>){{1,{block.quotes}}}[ ]?", "", code, flags=re.MULTILINE)
    first = re.match(r"\s*^([ \t]*)\S", code, flags=re.MULTILINE)
    depth = min(block.indent, len(first[1]) if first else 0)
    return re.sub(rf"^[ \t]{{1,{depth}}}", "", code, flags=re.MULTILINE) if depth else code
