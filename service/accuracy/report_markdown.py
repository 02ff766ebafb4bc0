"""`report.md`: the tables and the wrong verdicts, for the summary page of a CI run.

Standard library only. Names in tables are escaped, text of programs stands in code spans: nothing
of it can become a link, a mention, an image or a row of a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from . import report_tables, speed
from .comparison import Comparison
from .disagreements import Disagreement, name_of
from .plain_text import in_one_line
from .records import JudgedSubmission, Opinion
from .report_tables import Table

MOST_LISTED = 200
_LONGEST_REASON = 160
_SYNTAX = re.compile(r"([\\`*\[\]<>#|!&~{}@])|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")


def report_markdown(comparison: Comparison) -> str:
    """Return the report as GitHub-flavoured Markdown, ending in a newline."""
    benchmark = comparison.benchmark
    parts = [
        "# Accuracy\n",
        f"{_escaped(benchmark.judge)} (ours) against {_escaped(benchmark.baseline)} (baseline), "
        f"on {len(benchmark.submissions):,} submissions of "
        f"{', '.join(map(_escaped, benchmark.files)) or 'no file'}.\n",
        _table(report_tables.headline_table(comparison)),
        report_tables.mcnemar_sentence(comparison) + "\n",
        _changes(comparison),
        _table(report_tables.left_out_table(comparison)),
        *map(_table, report_tables.group_tables(comparison)),
        _table(report_tables.confusion_table(comparison)),
        _table(speed.speed_table(comparison)),
        _recorded(comparison),
        _table(report_tables.kinds_table(comparison)),
        *_wrong(comparison),
        _not_judged(comparison),
    ]
    return "\n".join(part for part in parts if part)


def _changes(comparison: Comparison) -> str:
    changes = comparison.changes
    if changes is None:
        return ""
    return (
        f"## Since the earlier report\n\nNewly wrong: {len(changes.newly_wrong):,}. Newly right: "
        f"{changes.newly_right:,}. New submissions: {changes.new:,}, gone: {changes.gone:,}.\n"
        + _list(_named(row) for row in changes.newly_wrong)
    )


def _recorded(comparison: Comparison) -> str:
    recorded = comparison.recorded
    if recorded is None:
        return ""
    agree = recorded.compared - len(recorded.differ)
    return (
        "## The baseline, executed against recorded\n\n"
        f"{agree:,} of {recorded.compared:,} verdicts agree.\n"
        + _list(map(_differing, recorded.differ))
    )


def _wrong(comparison: Comparison) -> Iterable[str]:
    apart = [item for item in comparison.disagreements if item.row.near_time_limit]
    others = [item for item in comparison.disagreements if not item.row.near_time_limit]
    yield f"## Wrong verdicts: {len(others):,}\n" + _list(map(_disagreement, others))
    yield (
        f"## Wrong verdicts within 2x of the time limit: {len(apart):,}\n\n"
        "Here the speed of the machine may decide.\n" + _list(map(_disagreement, apart))
    )


def _not_judged(comparison: Comparison) -> str:
    rows = [row for row in comparison.benchmark.submissions if row.ours.accepts is None]
    if not rows:
        return ""
    return f"## Not judged: {len(rows):,}\n" + _list(
        f"{_code(name_of(row))}: {_said('ours', row.ours)}" for row in rows
    )


def _disagreement(item: Disagreement) -> str:
    row = item.row
    baseline = "no baseline" if row.baseline is None else _said("baseline", row.baseline)
    return (
        f"{_code(name_of(row))} ({_escaped(row.language)}): label {_escaped(row.label)}, "
        f"{_said('ours', row.ours)}, {baseline}"
    )


def _differing(row: JudgedSubmission) -> str:
    near = ", within 2x of the time limit" if row.near_time_limit else ""
    executed = "" if row.baseline is None else _said("executed", row.baseline)
    recorded = "accepts" if row.recorded else "refuses"
    return f"{_code(name_of(row))}: recorded {recorded}, {executed}{near}"


def _named(row: JudgedSubmission) -> str:
    near = ", within 2x of the time limit" if row.near_time_limit else ""
    return f"{_code(name_of(row))}: label {_escaped(row.label)}, {_said('ours', row.ours)}{near}"


def _said(who: str, opinion: Opinion) -> str:
    reason = in_one_line(opinion.reason)
    if len(reason) > _LONGEST_REASON:
        reason = reason[: _LONGEST_REASON - 1] + "…"
    return f"{who} {_escaped(opinion.verdict)}" + (f" {_code(reason)}" if reason else "")


def _list(lines: Iterable[str]) -> str:
    items = list(lines)
    if not items:
        return "\nnone\n"
    more = len(items) - MOST_LISTED
    rest = f"- and {more:,} more, in `report.html` and `report.json`\n" if more > 0 else ""
    return "\n" + "".join(f"- {item}\n" for item in items[:MOST_LISTED]) + rest


def _table(table: Table) -> str:
    if not table.rows:
        return f"## {table.title}\n\nnone\n"
    lines = [
        f"## {table.title}\n",
        _row(map(_escaped, table.head)),
        _row(["---", *("---:" for _ in table.head[1:])]),
        *(_row(map(_escaped, row)) for row in table.rows),
    ]
    return "\n".join(lines) + "\n" + (f"\n{table.note}\n" if table.note else "")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    return _SYNTAX.sub(r"\\\g<0>", in_one_line(text))


def _code(text: str) -> str:
    """Return a code span; its fence is longer than any run of back ticks in the text."""
    shown = in_one_line(text)
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    room = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{room}{shown or ' '}{room}{fence}"
