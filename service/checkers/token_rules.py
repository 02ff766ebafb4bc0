"""When one token stands for another: the part of each method that looks at single tokens.

Imports `number_text`. The answer's token decides the rule: a number is never matched by case, a
word never by value. `nan` and `inf` are words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict, assert_never

from service.checkers.number_text import (
    Closeness,
    FloatTol,
    Tolerance,
    compare_numbers,
    is_integer_text,
    is_number,
)

Case = Literal["exact", "verdict", "any"]

VERDICT_WORDS = frozenset({b"yes", b"no", b"true", b"false", b"possible", b"impossible"})
DEFAULT_FLOAT_TOL = 1e-6

NUMERIC_INTEGER = 1
NUMERIC_POINT = 2
TOLERANCE = 4
VERDICT_CASE = 8
IGNORE_CASE = 16


class TokenParams(TypedDict, total=False):
    """Parameters of the methods that compare tokens.

    numeric: numbers of the same value are the same token.
    float_tol: allowed error of numbers whose answer is not an integer; 0 switches it off.
    numbers_are_float: integer answers have the tolerance too.
    case: whether letter case counts: always, but for verdict words, or never.
    """

    numeric: bool
    float_tol: FloatTol
    numbers_are_float: bool
    case: Case


@dataclass(frozen=True, kw_only=True, slots=True)
class TokenRules:
    """A token relation; with nothing set, only equal bytes match."""

    numeric: bool = False
    tolerance: Tolerance | None = None
    numbers_are_float: bool = False
    case: Case = "exact"

    @classmethod
    def of(cls, params: TokenParams) -> TokenRules:
        """Return the rules that parameters describe; those left out take `default`'s values."""
        numeric = params.get("numeric", True)
        tolerance = Tolerance.of(params.get("float_tol", DEFAULT_FLOAT_TOL)) if numeric else None
        return cls(
            numeric=numeric,
            tolerance=tolerance,
            numbers_are_float=params.get("numbers_are_float", False),
            case=params.get("case", "verdict"),
        )

    def match(self, output: bytes, answer: bytes) -> int | None:
        """Return which rule lets two differing tokens match, as a bit, or None where none does."""
        if self.numeric and is_number(answer):
            return self._match_number(output, answer)
        if self.case == "verdict":
            word = answer.lower()
            return VERDICT_CASE if word in VERDICT_WORDS and output.lower() == word else None
        if self.case == "any":
            return IGNORE_CASE if folded(output) == folded(answer) else None
        return None

    def _match_number(self, output: bytes, answer: bytes) -> int | None:
        integer = is_integer_text(answer)
        tolerance = None if integer and not self.numbers_are_float else self.tolerance
        closeness = compare_numbers(output, answer, tolerance)
        match closeness:
            case Closeness.FAR:
                return None
            case Closeness.CLOSE:
                return TOLERANCE
            case Closeness.EQUAL:
                return NUMERIC_INTEGER if integer else NUMERIC_POINT
            case _:
                assert_never(closeness)


def folded(token: bytes) -> str:
    """Return a token in lower case; bytes that are not UTF-8 stay themselves."""
    return token.decode("utf-8", "surrogateescape").lower()


def rule_name(needs: int, structure: str = "") -> str:
    """Return the `match_rule` of needed token rules and a structural rule.

    Numbers of the same value with a point are not named where the tolerance, which covers them,
    was needed anyway.
    """
    names: list[str] = []
    if needs & NUMERIC_INTEGER or needs & (NUMERIC_POINT | TOLERANCE) == NUMERIC_POINT:
        names.append("numeric_exact")
    if needs & TOLERANCE:
        names.append("float_tolerance")
    if needs & VERDICT_CASE:
        names.append("verdict_case")
    if needs & IGNORE_CASE:
        names.append("ignore_case")
    if structure:
        names.append(structure)
    return "+".join(names)
