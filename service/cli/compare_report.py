"""What compared cases add up to: one JSON line a case, then counts and accuracy by kind.

Imports rich through `terminal`. A case whose truth is not decided is in no figure of accuracy; one
that could not be compared (a fault of ours) is neither right nor wrong.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field

from rich.console import Console

from .compare_cases import ComparisonCase
from .exit_codes import ExitCode
from .terminal import one_line, table

MOST_LISTED = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class ComparedCase:
    """A case and what the policy says of it; `accepts` is None where it was not compared."""

    case: ComparisonCase
    accepts: bool | None
    match_rule: str | None
    reason: str


@dataclass(slots=True)
class _Kind:
    right: int = 0
    false_negatives: int = 0
    false_positives: int = 0

    @property
    def total(self) -> int:
        return self.right + self.false_negatives + self.false_positives


@dataclass(slots=True)
class Comparison:
    """What the cases add up to; `add` takes them one at a time.

    Attributes:
        policy: the policy's name.
        kinds: figures of the decided cases, by kind.
        wrong: the decided cases that the policy got wrong.
        not_compared: cases that were lost through a fault of ours.
        undecided: how the undecided cases were answered: `as expected`, `otherwise`, `unlabelled`.
    """

    policy: str
    kinds: dict[str, _Kind] = field(default_factory=dict[str, _Kind])
    wrong: list[ComparedCase] = field(default_factory=list[ComparedCase])
    not_compared: list[ComparedCase] = field(default_factory=list[ComparedCase])
    undecided: Counter[str] = field(default_factory=Counter[str])
    total: int = 0

    def add(self, compared: ComparedCase) -> None:
        """Count one case."""
        self.total += 1
        case = compared.case
        if compared.accepts is None:
            self.not_compared.append(compared)
        elif case.decided is None:
            if case.by_default is None:
                self.undecided["unlabelled"] += 1
            else:
                agrees = compared.accepts == case.by_default
                self.undecided["as expected" if agrees else "otherwise"] += 1
        else:
            kind = self.kinds.setdefault(case.kind, _Kind())
            if compared.accepts == case.decided:
                kind.right += 1
                return
            self.wrong.append(compared)
            if case.decided:
                kind.false_negatives += 1
            else:
                kind.false_positives += 1

    def exit_code(self) -> ExitCode:
        """Return 3 where a case was not compared, else 1 where a decided one is wrong, else 0."""
        if self.not_compared:
            return ExitCode.NOT_JUDGED
        return ExitCode.MISSED if self.wrong else ExitCode.OK


def compared_line(compared: ComparedCase) -> str:
    """Return the case's line of results, without a newline."""
    return json.dumps(
        {
            "id": compared.case.id,
            "accept": compared.accepts,
            "match_rule": compared.match_rule,
            "reason": compared.reason,
        }
    )


def print_comparison(comparison: Comparison, *, to: Console) -> None:
    """Print accuracy by kind, the wrong cases, and the counts."""
    kinds = sorted(comparison.kinds.items())
    every = _Kind(
        right=sum(kind.right for _, kind in kinds),
        false_negatives=sum(kind.false_negatives for _, kind in kinds),
        false_positives=sum(kind.false_positives for _, kind in kinds),
    )
    head = ["kind", "cases", "right", "false negatives", "false positives", "accuracy"]
    if kinds:
        to.print(table(head, [_cells(name, kind) for name, kind in [*kinds, ("all", every)]]))
    for compared in comparison.wrong[:MOST_LISTED]:
        said = "accepted" if compared.accepts else "refused"
        why = compared.match_rule if compared.accepts else compared.reason
        to.print(
            f"  wrong: {compared.case.id} ({compared.case.kind}) {said}: {one_line(why or '')}"
        )
    if len(comparison.wrong) > MOST_LISTED:
        to.print(f"  and {len(comparison.wrong) - MOST_LISTED} more")
    for compared in comparison.not_compared[:MOST_LISTED]:
        to.print(f"  not compared: {one_line(compared.case.id)}: {one_line(compared.reason)}")
    if comparison.undecided:
        listed = ", ".join(
            f"{count} {name}" for name, count in sorted(comparison.undecided.items())
        )
        to.print(f"Not decided, in no figure: {comparison.undecided.total()} cases ({listed}).")
    accuracy = f"{every.right / every.total:.1%}" if every.total else "none decided"
    to.print(
        f"Policy {comparison.policy}: {comparison.total} cases, {every.total} decided, "
        f"{every.right} right, {every.false_negatives} false negatives, "
        f"{every.false_positives} false positives, accuracy {accuracy}."
    )


def _cells(name: str, kind: _Kind) -> list[str]:
    return [
        name,
        str(kind.total),
        str(kind.right),
        str(kind.false_negatives),
        str(kind.false_positives),
        f"{kind.right / kind.total:.1%}",
    ]
