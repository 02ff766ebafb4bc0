"""The tables of the readable reports, as plain text cells; each report escapes and draws them.

Standard library only. A cell of nothing says `none`, never 0 % of nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .comparison import Comparison, Group
from .figures import Share

NONE = "none"
_SMALLEST_P = 1e-4


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """Names of columns and rows of cells; the first column names, the others count.

    Attributes:
        title: what it shows.
        head: one name a column.
        rows: one cell a column.
        note: one sentence on how to read it; empty where there is none.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def percent(value: float | None) -> str:
    """Return a share as a percentage with one decimal, `none` of nothing.

    Never rounds to 0 or 100 what is not: 9,999 right of 10,000 is more than 99.9 %.
    """
    if value is None:
        return NONE
    shown = f"{100 * value:.1f}"
    if shown == "100.0" and value < 1:
        return "> 99.9 %"
    if shown == "0.0" and value > 0:
        return "< 0.1 %"
    return f"{shown} %"


def with_interval(share: Share) -> str:
    """Return a share and its interval: `98.2 % (97.0 to 98.9)`, `none` of nothing."""
    if share.low is None or share.high is None:
        return NONE
    return f"{percent(share.value)} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def of_all(share: Share) -> str:
    """Return a count and of how many, `none` of nothing."""
    return f"{share.count:,} of {share.of:,}" if share.of else NONE


def p_value(value: float | None) -> str:
    """Return a p in words."""
    if value is None:
        return "none (the judges never differ)"
    return f"less than {_SMALLEST_P:g}" if value < _SMALLEST_P else f"{value:.2g}"


def headline_table(comparison: Comparison) -> Table:
    """Return both judges on what both judged, and this one on all that it judged."""
    paired, everything = comparison.overall.paired, comparison.overall.ours
    columns = (paired.ours, paired.baseline, everything)
    return Table(
        title="Both judges",
        head=("", "ours", "baseline", "ours, on all it judged"),
        rows=(
            ("submissions", *(f"{column.right.of:,}" for column in columns)),
            ("right", *(f"{column.right.count:,}" for column in columns)),
            ("accuracy", *(with_interval(column.right) for column in columns)),
            ("false negatives", *(of_all(column.false_negatives) for column in columns)),
            ("false negative rate", *(with_interval(column.false_negatives) for column in columns)),
            ("false positives", *(of_all(column.false_positives) for column in columns)),
            ("false positive rate", *(with_interval(column.false_positives) for column in columns)),
        ),
        note="A false negative refuses what must be accepted, a false positive accepts what must "
        "be refused. In brackets: Wilson's 95 % interval.",
    )


def mcnemar_sentence(comparison: Comparison) -> str:
    """Return what the discordant pairs say."""
    paired = comparison.overall.paired
    return (
        f"Only ours is right on {paired.only_ours_right:,} pairs, only the baseline on "
        f"{paired.only_baseline_right:,}; McNemar's exact p: {p_value(paired.mcnemar_p)}."
    )


def group_tables(comparison: Comparison) -> list[Table]:
    """Return the figures by corpus, mode, language and label, in this order."""
    tables: list[Table] = []
    for grouping, groups in comparison.by.items():
        tables.append(_paired_table(grouping, groups))
        if comparison.unpaired:
            tables.append(_ours_table(grouping, groups))
    return tables


def _paired_table(grouping: str, groups: Mapping[str, Group]) -> Table:
    rows: list[tuple[str, ...]] = []
    for name, group in groups.items():
        ours, baseline = group.paired.ours, group.paired.baseline
        rows.append(
            (
                name,
                f"{ours.right.of:,}",
                with_interval(ours.right),
                with_interval(baseline.right),
                of_all(ours.false_negatives),
                of_all(baseline.false_negatives),
                of_all(ours.false_positives),
                of_all(baseline.false_positives),
            )
        )
    return Table(
        title=f"By {grouping}",
        head=(
            grouping,
            "both judged",
            "accuracy, ours",
            "accuracy, baseline",
            "false neg., ours",
            "false neg., baseline",
            "false pos., ours",
            "false pos., baseline",
        ),
        rows=tuple(rows),
    )


def _ours_table(grouping: str, groups: Mapping[str, Group]) -> Table:
    return Table(
        title=f"By {grouping}, all that ours judged",
        head=(grouping, "submissions", "accuracy", "false negatives", "false positives"),
        rows=tuple(
            (
                name,
                f"{group.ours.right.of:,}",
                with_interval(group.ours.right),
                of_all(group.ours.false_negatives),
                of_all(group.ours.false_positives),
            )
            for name, group in groups.items()
        ),
    )


def confusion_table(comparison: Comparison) -> Table:
    """Return how often each label met each of our verdicts."""
    words = sorted({word for found in comparison.confusion.values() for word in found})
    return Table(
        title="Labels and our verdicts",
        head=("label", *words),
        rows=tuple(
            (label, *(f"{found[word]:,}" if word in found else "" for word in words))
            for label, found in comparison.confusion.items()
        ),
    )


def kinds_table(comparison: Comparison) -> Table:
    """Return how many wrong verdicts there are of each kind."""
    return Table(
        title="Wrong verdicts by kind",
        head=("kind", "submissions", "within 2x of the time limit"),
        rows=tuple(
            (
                kind.name,
                f"{kind.count:,}",
                f"{kind.near_time_limit:,}" if kind.near_time_limit else "",
            )
            for kind in comparison.kinds
        ),
    )


def left_out_table(comparison: Comparison) -> Table:
    """Return what the figures do not hold, and why."""
    benchmark = comparison.benchmark
    counts: list[tuple[str, int]] = [
        ("not judged: neither right nor wrong", comparison.not_judged),
        ("doubtful label: in no figure", comparison.doubtful),
        ("of these not judged", comparison.doubtful_not_judged),
        *((f"no second opinion: {why}", count) for why, count in comparison.unpaired.items()),
        *((f"not read: {why}", count) for why, count in sorted(benchmark.left_out.items())),
    ]
    return Table(
        title="What is not in the figures",
        head=("reason", "submissions"),
        rows=tuple((why, f"{count:,}") for why, count in counts if count),
    )
