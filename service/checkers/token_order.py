"""A canonical order of tokens and rows of tokens, alike for tokens that match.

Imports `value_order` for the clusters of numbers. Sorting only permutes; the comparison that
follows decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from service.checkers.number_text import read_number
from service.checkers.token_rules import VERDICT_WORDS, TokenRules, folded
from service.checkers.value_order import ValueOrder

Key = tuple[str, Decimal]


class TokenOrder:
    """Sorts the tokens of one comparison."""

    def __init__(self, tokens: Iterable[bytes], rules: TokenRules) -> None:
        self._rules = rules
        tolerance = rules.tolerance
        numbers = (read_number(token) for token in set(tokens)) if rules.numeric else ()
        self._clusters = ValueOrder(
            (float(number) for number in numbers if number is not None),
            absolute=float(tolerance.absolute) if tolerance else 0.0,
            relative=float(tolerance.relative) if tolerance else 0.0,
        )

    def token_key(self, token: bytes) -> Key:
        """Return a key that is alike for tokens that match."""
        number = read_number(token) if self._rules.numeric else None
        if number is not None:
            return f"n{self._clusters.number_key(float(number))}", number
        if self._rules.case == "any":
            return f"w{folded(token)}", _NONE
        if self._rules.case == "verdict" and token.lower() in VERDICT_WORDS:
            return f"w{folded(token)}", _NONE
        return f"w{token.decode('utf-8', 'surrogateescape')}", _NONE

    def row_key(self, row: list[bytes]) -> tuple[list[str], list[Decimal]]:
        """Return a key that is alike for rows whose tokens match one by one."""
        keys = [self.token_key(token) for token in row]
        return [text for text, _ in keys], [number for _, number in keys]


_NONE = Decimal(0)
