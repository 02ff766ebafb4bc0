"""How fast the queue empties: an exponentially weighted rate, for Retry-After. Pure.

Imports the standard library only. The caller passes monotonic seconds.
"""

from __future__ import annotations

import math

_MEMORY_S = 30.0
_LEAST_S = 1.0
_MOST_S = 60.0


class DrainRate:
    """Finished tasks a second, of about the last half minute."""

    def __init__(self) -> None:
        self._rate = 0.0
        self._at_s: float | None = None

    def count(self, now_s: float) -> None:
        """Count one finished task at `now_s`."""
        self._rate = self.per_second(now_s) + 1.0 / _MEMORY_S
        self._at_s = now_s

    def per_second(self, now_s: float) -> float:
        """Return the rate as of `now_s`, tasks a second, >= 0."""
        if self._at_s is None:
            return 0.0
        return self._rate * math.exp(-max(0.0, now_s - self._at_s) / _MEMORY_S)

    def seconds_until(self, tasks: int, now_s: float) -> float:
        """Return about how long `tasks` take to finish, kept within 1 to 60 seconds."""
        rate = self.per_second(now_s)
        if rate <= 0.0:
            return _LEAST_S * 5
        return min(_MOST_S, max(_LEAST_S, tasks / rate))
