"""Prints a report: label x verdict, the disagreements, how fast, and what it ran in.

Imports rich through `terminal`. A figure that hides false positives is worse than none, so
doubtful labels and internal errors have lines of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from trainer_client.wire import Verdict

from .report import Disagreement, Report
from .terminal import one_line, table

MOST_LISTED = 50


def print_summary(report: Report, *, elapsed_s: float, left_out: Counter[str], to: Console) -> None:
    """Print everything that the results add up to.

    Args:
        report: the results.
        elapsed_s: seconds that judging took.
        left_out: why submissions were not sent to the service, with how many of each.
        to: where to print.
    """
    to.print(_label_table(report.by_label))
    _list("Not judged (IE)", report.internal_errors, to)
    _list("Disagreements with labels", report.disagreements, to)
    judged = report.agreeing + len(report.disagreements)
    if judged:
        to.print(f"{report.agreeing} of {judged} labels agree.")
    doubtful = sum(report.doubtful.values())
    if doubtful:
        to.print(
            f"{doubtful} doubtful labels, not in the figures above; "
            f"{report.doubtful_disagreements} of them disagree:"
        )
        to.print(_label_table(report.doubtful))
    for reason, count in sorted(left_out.items()):
        to.print(f"Left out: {count} submissions, {reason}.")
    seconds = max(elapsed_s, 1e-9)
    to.print(
        f"{report.submissions} submissions ({report.tests_run} tests) in {elapsed_s:.1f} s: "
        f"{report.submissions / seconds:.1f} submissions/s, "
        f"{report.tests_run / seconds:.1f} tests/s."
    )
    for where, count in report.ran_in.most_common():
        share = "" if len(report.ran_in) == 1 else f"{count} submissions: "
        to.print(f"Ran in {share}{where}.")


def _label_table(counts: Counter[tuple[str, Verdict]]) -> Table:
    labels = sorted({label for label, _ in counts}, key=lambda label: (label != "accepted", label))
    verdicts = [verdict for verdict in Verdict if any(verdict == seen for _, seen in counts)]
    rows: list[list[str]] = []
    for label in labels:
        found = [counts[label, verdict] for verdict in verdicts]
        rows.append([label, *(str(count or "") for count in found), str(sum(found))])
    return table(["label", *verdicts, "all"], rows)


def _list(title: str, items: Sequence[Disagreement], to: Console) -> None:
    if not items:
        return
    to.print(f"{title}: {len(items)}")
    for item in items[:MOST_LISTED]:
        why = one_line(item.message)
        name = f"{one_line(item.problem_id)} {one_line(item.submission_id)}"
        to.print(f"  {name}: {item.label} -> {item.verdict}" + (f"  {why}" if why else ""))
    if len(items) > MOST_LISTED:
        to.print(f"  ... and {len(items) - MOST_LISTED} more, each on its line of the results")
