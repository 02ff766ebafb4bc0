"""What a completion gave: its code, or the reason why it holds none. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class ExtractedCode:
    """The code of a completion.

    Attributes:
        code: the program's text.
        rule: which rule found it.
        start: offset of its first character in the completion.
        end: offset behind its last character.
    """

    code: str
    rule: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NoCode:
    """There is no code in a completion; `reason` is `none`, `unclosed fence` or `empty`."""

    reason: str
