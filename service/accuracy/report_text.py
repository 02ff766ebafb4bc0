"""The few lines that the command prints: both judges, what is not in the figures, speed.

Standard library only.
"""

from __future__ import annotations

from . import report_tables, speed
from .comparison import Comparison
from .plain_text import in_one_line
from .report_tables import Table

_LONGEST_CELL = 60


def report_text(comparison: Comparison) -> str:
    """Return the run's main figures as plain text, without a newline at the end."""
    parts = [
        _drawn(report_tables.headline_table(comparison)),
        report_tables.mcnemar_sentence(comparison),
        _drawn(report_tables.left_out_table(comparison)),
        f"Submissions/s: {' ours, '.join(speed.submission_rates(comparison))} baseline.",
    ]
    changes = comparison.changes
    if changes is not None:
        parts.append(
            f"Since the earlier report: {len(changes.newly_wrong):,} newly wrong, "
            f"{changes.newly_right:,} newly right, {changes.new:,} new, {changes.gone:,} gone."
        )
    return "\n\n".join(part for part in parts if part)


def _drawn(table: Table) -> str:
    """Return the table with its first column to the left and the others to the right."""
    if not table.rows:
        return ""
    rows = [
        [in_one_line(cell)[:_LONGEST_CELL] for cell in row] for row in (table.head, *table.rows)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return "\n".join(lines)
