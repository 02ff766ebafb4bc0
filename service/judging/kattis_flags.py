"""Kattis validator flags as hints: the one table that translates them.

Imports the wire's hints. Without flags nothing is said, and the policy's own rules hold: a problem
that gives no flags is not read as one that asks for Kattis' defaults. Flags that are given are the
setter's whole statement: where they name no tolerance, floats are compared exactly, and where they
do not say `case_sensitive`, case is ignored, as Kattis does both.

Source: Kattis problem package format, default output validator
(https://www.kattis.com/problem-package-format/).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from trainer_client.wire import FloatTolerance, Hints


class BadFlags(ValueError):
    """The flags are not Kattis validator flags; the message names the word at fault."""


_SWITCHES: dict[str, dict[str, object]] = {
    "case_sensitive": {"ignore_case": False},
    "space_change_sensitive": {"exact_whitespace": True},
}
_TOLERANCES: dict[str, Callable[[float], FloatTolerance]] = {
    "float_tolerance": lambda error: FloatTolerance(abs=error, rel=error),
    "float_absolute_tolerance": lambda error: FloatTolerance(abs=error),
    "float_relative_tolerance": lambda error: FloatTolerance(rel=error),
}


def apply_flags(flags: str, hints: Hints) -> Hints:
    """Return the hints with what the flags say added; hints that were given keep their value.

    Args:
        flags: words such as `case_sensitive float_tolerance 1e-6`.
        hints: the problem's own hints.

    Raises:
        BadFlags: a word is unknown or its number is missing; the caller must mend the flags.
    """
    words = iter(flags.split())
    said: dict[str, object] = {}
    tolerance = FloatTolerance()
    for word in words:
        if word in _SWITCHES:
            said |= _SWITCHES[word]
        elif word in _TOLERANCES:
            asked = _TOLERANCES[word](_number(word, next(words, "")))
            tolerance = tolerance.model_copy(update=asked.model_dump(exclude_none=True))
            said |= {"float_tol": tolerance, "numbers_are_float": True}
        else:
            raise BadFlags(f"{word[:40]!r} is not a validator flag")
    if said:
        said = {"float_tol": 0.0, "ignore_case": True, **said}
    given = {name: getattr(hints, name) for name in hints.model_fields_set}
    return hints.model_copy(update={**said, **given})


def _number(flag: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise BadFlags(f"{flag} needs a number, not {text[:40]!r}") from None
    if not math.isfinite(value) or value < 0:
        raise BadFlags(f"{flag} needs a finite number >= 0, not {text[:40]!r}")
    return value
