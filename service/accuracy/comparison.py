"""Everything that the reports say of one run, as values: counts, figures, groups, kinds.

Imports the figures. Pure. Each report writes these values in its own form and computes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from .disagreements import Disagreement, Pair, disagreements, judged, paired, why_unpaired
from .figures import Figures, figures, mcnemar_p
from .previous import Changes
from .records import Benchmark, JudgedSubmission


@dataclass(frozen=True, kw_only=True, slots=True)
class Paired:
    """Both judges on the submissions that both judged.

    Attributes:
        ours: how we did there.
        baseline: how the other judge did there.
        only_ours_right: pairs in which we alone are right.
        only_baseline_right: pairs in which the other alone is right.
        mcnemar_p: two-sided exact p of McNemar's test; None where the judges never differ.
    """

    ours: Figures
    baseline: Figures
    only_ours_right: int
    only_baseline_right: int
    mcnemar_p: float | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """The figures of a part of the submissions, or of all.

    Attributes:
        paired: both judges, where both judged.
        ours: this judge on all that it judged, with a second opinion or without.
    """

    paired: Paired
    ours: Figures


@dataclass(frozen=True, kw_only=True, slots=True)
class Kind:
    """How many disagreements are of one kind, and how many of them within 2x of the time limit."""

    name: str
    count: int
    near_time_limit: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """The baseline as executed here against the verdicts recorded in the corpora.

    Attributes:
        compared: submissions that have both verdicts.
        differ: those whose verdicts differ.
    """

    compared: int
    differ: tuple[JudgedSubmission, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """What one run says.

    Attributes:
        benchmark: the run.
        doubtful: submissions left out of every figure, since their label is not relied on.
        doubtful_not_judged: those of them that we could not judge.
        not_judged: submissions with a label that we could not judge; never right or wrong.
        unpaired: why submissions that we judged have no second opinion, with how many of each.
        overall: the figures of all.
        by: the figures by corpus, mode, language and label.
        confusion: label to our verdict's word to how many, doubtful labels aside.
        disagreements: every submission that a judge got wrong.
        kinds: the same counted by kind, most first.
        recorded: None where the baseline was not executed.
        changes: against an earlier report; None without one.
    """

    benchmark: Benchmark
    doubtful: int
    doubtful_not_judged: int
    not_judged: int
    unpaired: Mapping[str, int]
    overall: Group
    by: Mapping[str, Mapping[str, Group]]
    confusion: Mapping[str, Mapping[str, int]]
    disagreements: tuple[Disagreement, ...]
    kinds: tuple[Kind, ...]
    recorded: Recorded | None
    changes: Changes | None


_GROUPINGS: dict[str, Callable[[JudgedSubmission], str]] = {
    "corpus": lambda row: row.corpus,
    "mode": lambda row: row.mode,
    "language": lambda row: row.language,
    "label": lambda row: row.label,
}


def compare(benchmark: Benchmark, *, changes: Changes | None) -> Comparison:
    """Return what the run says.

    Args:
        benchmark: the run; may be empty.
        changes: what differs from an earlier report, where there is one.
    """
    rows = benchmark.submissions
    doubtful = [row for row in rows if row.doubtful is not None]
    relied_on = [row for row in rows if row.doubtful is None]
    wrong = disagreements(rows)
    unpaired = Counter(
        why for why in (why_unpaired(row) for row, _ in judged(rows)) if why is not None
    )
    return Comparison(
        benchmark=benchmark,
        doubtful=len(doubtful),
        doubtful_not_judged=sum(row.ours.accepts is None for row in doubtful),
        not_judged=sum(row.ours.accepts is None for row in relied_on),
        unpaired=dict(sorted(unpaired.items())),
        overall=_group(rows),
        by={name: _groups(relied_on, key) for name, key in _GROUPINGS.items()},
        confusion=_confusion(relied_on),
        disagreements=wrong,
        kinds=_kinds(wrong),
        recorded=_recorded(benchmark),
        changes=changes,
    )


def _group(rows: Iterable[JudgedSubmission]) -> Group:
    seen = tuple(rows)
    return Group(
        paired=_paired(paired(seen)),
        ours=figures((row.truth, accepts) for row, accepts in judged(seen)),
    )


def _groups(
    rows: Iterable[JudgedSubmission], key: Callable[[JudgedSubmission], str]
) -> dict[str, Group]:
    parts: dict[str, list[JudgedSubmission]] = {}
    for row in rows:
        parts.setdefault(key(row), []).append(row)
    return {name: _group(part) for name, part in sorted(parts.items())}


def _paired(pairs: list[Pair]) -> Paired:
    only_ours = sum(pair.ours_right and not pair.baseline_right for pair in pairs)
    only_baseline = sum(pair.baseline_right and not pair.ours_right for pair in pairs)
    return Paired(
        ours=figures((pair.row.truth, pair.ours) for pair in pairs),
        baseline=figures((pair.row.truth, pair.baseline) for pair in pairs),
        only_ours_right=only_ours,
        only_baseline_right=only_baseline,
        mcnemar_p=mcnemar_p(only_ours, only_baseline),
    )


def _confusion(rows: Iterable[JudgedSubmission]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        counts.setdefault(row.label, Counter())[row.ours.verdict] += 1
    return {label: dict(sorted(found.items())) for label, found in sorted(counts.items())}


def _kinds(wrong: Iterable[Disagreement]) -> tuple[Kind, ...]:
    counts: Counter[str] = Counter()
    near: Counter[str] = Counter()
    for item in wrong:
        counts[item.kind] += 1
        near[item.kind] += item.row.near_time_limit
    return tuple(
        Kind(name=name, count=count, near_time_limit=near[name])
        for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


def _recorded(benchmark: Benchmark) -> Recorded | None:
    # Verdicts that were read from the corpus took no time here: they are the recorded ones.
    if benchmark.baseline_timing is None:
        return None
    both = [pair for pair in paired(benchmark.submissions) if pair.row.recorded is not None]
    return Recorded(
        compared=len(both),
        differ=tuple(pair.row for pair in both if pair.baseline is not pair.row.recorded),
    )
