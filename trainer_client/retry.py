"""How often a request is tried again, and how long the pause before it is.

Imports the standard library only.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Retry:
    """Pauses that double from `first_pause_s` up to `longest_pause_s`, with jitter.

    Attributes:
        attempts: how often a request is sent at most, >= 1.
        first_pause_s: the pause after the first attempt, seconds.
        longest_pause_s: the longest pause, also where the service asks for a longer one.
        jitter: gives a number in [0, 1); a pause is 50 to 100 percent of its nominal length, so
            that many clients do not come back in step.
    """

    attempts: int = 8
    first_pause_s: float = 0.5
    longest_pause_s: float = 30.0
    jitter: Callable[[], float] = random.random

    def pause_s(self, attempt: int, retry_after: str | None = None) -> float:
        """Return the pause after an attempt, seconds.

        Args:
            attempt: how many attempts were made, from 1.
            retry_after: the answer's Retry-After header; the pause is never shorter than it asks,
                up to `longest_pause_s`.

        Source: RFC 9110 section 10.2.3 (Retry-After in seconds or as a date).
        """
        nominal_s = min(self.longest_pause_s, self.first_pause_s * 2.0 ** (attempt - 1))
        pause_s = nominal_s * (0.5 + 0.5 * self.jitter())
        asked_s = None if retry_after is None else _asked_s(retry_after)
        return pause_s if asked_s is None else min(self.longest_pause_s, max(pause_s, asked_s))


def _asked_s(header: str) -> float | None:
    if header.strip().isdecimal():
        return float(header)
    try:
        when = parsedate_to_datetime(header)
    except ValueError:
        return None
    if when.tzinfo is None:
        return None
    return max(0.0, (when - datetime.now(UTC)).total_seconds())
