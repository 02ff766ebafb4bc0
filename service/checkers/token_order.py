"""A canonical order of tokens and rows of tokens, alike for tokens that match.

Imports `value_order` for the clusters of numbers. Sorting only permutes; the comparison that
follows decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from service.checkers.number_text import is_number, read_number
from service.checkers.token_rules import VERDICT_WORDS, TokenRules, folded
from service.checkers.value_order import ValueOrder

_NO_NUMBER = Decimal(0)
_NO_CLUSTER = -1


def token_key(token: bytes, rules: TokenRules) -> tuple[str, Decimal]:
    """Return a key by which words come in one order and numbers in that of their values."""
    number = read_number(token) if rules.numeric else None
    return (_word(token, rules), _NO_NUMBER) if number is None else ("", number)


class RowOrder:
    """Sorts the rows of one comparison: numbers that may be equal sort alike in every column."""

    def __init__(self, tokens: Iterable[bytes], rules: TokenRules) -> None:
        """Cluster the numbers of both sides.

        Args:
            tokens: every token of both sides.
            rules: when two tokens match.
        """
        self._rules = rules
        tolerance = rules.tolerance
        self._clusters = ValueOrder(
            (float(token) for token in set(tokens) if rules.numeric and is_number(token)),
            absolute=float(tolerance.absolute) if tolerance else 0.0,
            relative=float(tolerance.relative) if tolerance else 0.0,
        )

    def key(self, row: list[bytes]) -> tuple[list[tuple[str, int]], list[Decimal]]:
        """Return a key that is alike for rows whose tokens match one by one."""
        places: list[tuple[str, int]] = []
        numbers: list[Decimal] = []
        for token in row:
            number = read_number(token) if self._rules.numeric else None
            if number is None:
                places.append((_word(token, self._rules), _NO_CLUSTER))
            else:
                places.append(("", self._clusters.cluster(float(token))))
                numbers.append(number)
        return places, numbers


def _word(token: bytes, rules: TokenRules) -> str:
    if rules.case == "any" or (rules.case == "verdict" and token.lower() in VERDICT_WORDS):
        return folded(token)
    return token.decode("utf-8", "surrogateescape")
