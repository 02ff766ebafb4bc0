"""Shows scores: a table for people, an object for machines.

Imports rich through `terminal`. What is not in a figure is said beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from service.pass_at_k import Estimate

from .score_groups import Group
from .score_lines import Scores
from .terminal import one_line, table


def print_scores(scores: Scores, groups: Sequence[Group], *, to: Console) -> None:
    """Print the table, then what its figures leave out.

    Args:
        scores: what the lines add up to.
        groups: at least one, all problems first.
        to: where to print.
    """
    overall = groups[0]
    ks = list(overall.estimates)
    to.print(
        table(
            ["problems of", "problems", "samples", "accepted", *(f"pass@{k}" for k in ks)],
            [_cells(group) for group in groups],
        )
    )
    for k, estimate in overall.estimates.items():
        if estimate.left_out:
            to.print(
                f"pass@{k}: {_problems(estimate.left_out)} fewer than {k} samples, "
                "not in its figures."
            )
    if scores.not_judged:
        to.print(f"Not judged (IE), no samples: {scores.not_judged} submissions.")
    if unsampled := len(scores.problems) - overall.problems:
        to.print(f"{_problems(unsampled)} no judged sample, in no figure.")


def scores_json(scores: Scores, groups: Sequence[Group]) -> dict[str, object]:
    """Return the scores as an object of plain values; pass@k is 0 to 1, or null without samples.

    Args:
        scores: what the lines add up to.
        groups: all problems first.
    """
    return {
        "k": list(groups[0].estimates),
        "not_judged": scores.not_judged,
        "problems_without_samples": len(scores.problems) - groups[0].problems,
        "groups": [
            {
                "by": group.by,
                "name": group.name,
                "problems": group.problems,
                "samples": group.samples,
                "accepted": group.accepted,
                "pass_at": {str(k): item.value for k, item in group.estimates.items()},
                "left_out": {str(k): item.left_out for k, item in group.estimates.items()},
            }
            for group in groups
        ],
    }


def _cells(group: Group) -> list[str]:
    name = "all" if group.name is None else f"{group.by} {one_line(group.name, width=40)}"
    counts = [str(group.problems), str(group.samples), str(group.accepted)]
    return [name, *counts, *(_percent(item) for item in group.estimates.values())]


def _percent(estimate: Estimate) -> str:
    return "-" if estimate.value is None else f"{100 * estimate.value:.1f} %"


def _problems(count: int) -> str:
    return "1 problem has" if count == 1 else f"{count} problems have"
