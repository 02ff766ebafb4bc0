"""What a test case gave, as text for people: cut, and never longer work than the cut is long.

Imports the sandbox's facts and values. Nothing that a program made runs here.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from itertools import islice

from sandbox.model import RunFacts, RunMode, Unserialisable
from sandbox.values import DictValue, NumpyValue, SetValue

_MOST_BYTES_A_CHARACTER = 4
_DEPTH = 20


def shown_output(facts: RunFacts, mode: RunMode, characters: int) -> str | None:
    """Return what a test case printed, or the value that its call returned.

    Args:
        facts: what the sandbox saw.
        mode: a call's value is shown, not what it printed.
        characters: where to cut, >= 0.

    Returns:
        None where nothing was asked for (0 characters) or no value came back.
    """
    if not characters:
        return None
    if mode is RunMode.CALL:
        return None if facts.call is None else _shown_value(facts.call.returned, characters)
    shown = facts.stdout[: _MOST_BYTES_A_CHARACTER * characters]
    return shown.decode("utf-8", "replace")[:characters]


def _shown_value(value: object, characters: int) -> str:
    if isinstance(value, Unserialisable):
        return f"({value.reason})"[:characters]
    return _Shortened(characters).repr(value)[:characters]


class _Shortened(reprlib.Repr):
    """Writes a value as Python does, looking at no more of it than will be shown."""

    def __init__(self, characters: int) -> None:
        super().__init__()
        self.maxlevel = _DEPTH
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = characters
        self.maxstring = self.maxlong = self.maxother = characters

    def repr_int(self, x: int, level: int) -> str:
        """Write an integer, or how large it is where Python itself refuses to write it."""
        del level
        try:
            return repr(x)
        except ValueError:
            return f"<an integer of {x.bit_length()} bits>"

    def repr_SetValue(self, x: SetValue, level: int) -> str:
        """Write a set."""
        return f"{{{self._joined((self.repr1(item, level - 1) for item in x.items), level)}}}"

    def repr_DictValue(self, x: DictValue, level: int) -> str:
        """Write a dict."""
        pairs = (
            f"{self.repr1(key, level - 1)}: {self.repr1(held, level - 1)}" for key, held in x.items
        )
        return f"{{{self._joined(pairs, level)}}}"

    def repr_NumpyValue(self, x: NumpyValue, level: int) -> str:
        """Write what is known of a numpy value."""
        return f"<numpy {x.dtype} {x.shape}> {self.repr1(x.item, level - 1)}"

    def _joined(self, texts: Iterable[str], level: int) -> str:
        return ", ".join(islice(texts, self.maxlist)) if level > 0 else self.fillvalue
