"""What a comparison says: accepted by which rule, refused and where, or not applicable.

Standard library only. A method never raises: what it cannot judge it calls not applicable, and the
next method of the policy is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

CUT = 40
_SHOWN = 2 * CUT
_PLACE = 60
_REASON = 220


class Outcome(StrEnum):
    """What one method, or a whole policy, made of an output."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    NOT_APPLICABLE = "not_applicable"


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """Where an output first differs from the answer, for people.

    Attributes:
        reason: what is wrong there, in a few words.
        line: 1-based line, leading blank lines not counted; None where lines do not apply.
        token: 1-based token in that line.
        path: place in a value, such as `[3]['a']`; None for text.
        output: what stands there in the output, cut; None where nothing does.
        answer: what stands there in the answer, cut; None where nothing does.
    """

    reason: str
    line: int | None = None
    token: int | None = None
    path: str | None = None
    output: str | None = None
    answer: str | None = None

    def describe(self) -> str:
        """Return one line of printable text for people, of at most 300 characters.

        Places and reasons may hold what the program chose: keys, and texts of its errors.
        """
        place = ""
        if self.path is not None:
            place = f"at {_printable(self.path, _PLACE)}: " if self.path else ""
        elif self.line is not None:
            place = f"line {self.line}" + (f", token {self.token}" if self.token else "") + ": "
        text = f"{place}{_printable(self.reason, _REASON)}"
        if self.output is not None:
            text += f", printed {self.output}" if self.path is None else f", got {self.output}"
        if self.answer is not None:
            text += f", expected {self.answer}"
        return text


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckResult:
    """What a method says of one output.

    Attributes:
        outcome: accepted, refused or not applicable.
        rule: where accepted, the rules that were needed, joined by `+`.
        difference: where refused, the first difference.
    """

    outcome: Outcome
    rule: str = ""
    difference: Difference | None = None

    @property
    def accepted(self) -> bool:
        """True only where the output was accepted."""
        return self.outcome is Outcome.ACCEPTED


NOT_APPLICABLE = CheckResult(outcome=Outcome.NOT_APPLICABLE)


def accept(rule: str) -> CheckResult:
    """Return that the output is accepted by `rule`."""
    return CheckResult(outcome=Outcome.ACCEPTED, rule=rule)


def refuse(difference: Difference) -> CheckResult:
    """Return that the output is refused because of `difference`."""
    return CheckResult(outcome=Outcome.REFUSED, difference=difference)


def cut_text(value: bytes | str) -> str:
    """Return a quoted form of about the first `CUT` characters, in one line of printable text.

    Escapes count: a text of characters that cannot be printed is cut sooner.
    """
    if isinstance(value, bytes):
        text = value[: 4 * CUT].decode("utf-8", "backslashreplace")
    else:
        text = value
    shown = repr(text[:CUT])
    return shown[:_SHOWN] + ("..." if len(text) > CUT or len(shown) > _SHOWN else "")


def _printable(text: str, length: int) -> str:
    shown = text if text.isprintable() else repr(text)[1:-1]
    return shown if len(shown) <= length else f"{shown[:length]}..."
