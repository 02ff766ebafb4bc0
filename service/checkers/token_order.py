"""A canonical order of tokens and rows of tokens, alike for tokens that match.

Imports `value_order` for the clusters of numbers. Sorting only permutes; the comparison that
follows decides. Texts come as counts, so what repeats is held, sorted and compared once: ten
million bytes hold five million tokens, but far fewer that differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import lru_cache
from typing import TypeVar

from service.checkers.number_text import is_number, read_number
from service.checkers.token_rules import VERDICT_WORDS, TokenRules, folded
from service.checkers.value_order import ValueOrder

_NO_NUMBER = Decimal(0)
_REMEMBERED = 1 << 12

TokenKey = tuple[str, Decimal]
RowKey = tuple[str, list[Decimal]]
Key = TypeVar("Key", TokenKey, RowKey)


def without_exact_pairs(
    outputs: Counter[bytes], answers: Counter[bytes], rules: TokenRules
) -> tuple[Counter[bytes], Counter[bytes]]:
    """Return what is left of both sides once equal texts that need no tolerance are paired.

    Without tolerance, matching is an equivalence: whatever an exact answer may be paired with, it
    may as well be paired with its own text. An answer with a tolerance may need another partner
    than its own text, so it stays.
    """
    common = Counter(
        {text: times for text, times in (outputs & answers).items() if _is_exact(text, rules)}
    )
    return outputs - common, answers - common


def _is_exact(text: bytes, rules: TokenRules) -> bool:
    """True only where no number in a text may have a tolerance."""
    if rules.tolerance is None:
        return True
    return not (rules.numbers_are_float or b"." in text or b"e" in text or b"E" in text)


def in_order(
    outputs: Counter[bytes], answers: Counter[bytes], key: Callable[[bytes], Key]
) -> Iterator[tuple[bytes, bytes]]:
    """Return the pairs that meet when both sides are sorted, each once for a run of them.

    Args:
        outputs: how often each text was printed.
        answers: how often each is expected, as many in all.
        key: what to sort by; its values can be compared with each other.
    """
    remaining = iter(sorted(outputs, key=key))
    given, left = b"", 0
    for wanted in sorted(answers, key=key):
        needed = answers[wanted]
        while needed:
            if not left:
                given = next(remaining)
                left = outputs[given]
            run = min(left, needed)
            left -= run
            needed -= run
            yield given, wanted


def token_key(token: bytes, rules: TokenRules) -> TokenKey:
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
        self._read = lru_cache(_REMEMBERED)(self._read_token)

    def key(self, row: bytes) -> RowKey:
        """Return a key that is alike for rows whose tokens match one by one."""
        places: list[str] = []
        numbers: list[Decimal] = []
        for place, number in map(self._read, row.split()):
            places.append(place)
            if number is not None:
                numbers.append(number)
        return " ".join(places), numbers

    def _read_token(self, token: bytes) -> tuple[str, Decimal | None]:
        number = read_number(token) if self._rules.numeric else None
        if number is None:
            return f"w{_word(token, self._rules)}", None
        return f"n{self._clusters.cluster(float(token)):08d}", number


def _word(token: bytes, rules: TokenRules) -> str:
    if rules.case == "any" or (rules.case == "verdict" and token.lower() in VERDICT_WORDS):
        return folded(token)
    return token.decode("utf-8", "surrogateescape")
