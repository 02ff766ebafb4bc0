"""`report.json`: every figure and a line for each submission, for programs and for the next run.

Imports the standard library. Whatever was measured with a clock, or follows from it, stands in the
top-level `times`: two runs of the same code differ nowhere else (`jq 'del(.times)'`). Keys are
sorted, shares are rounded to 6 digits.
"""

from __future__ import annotations

import json

from .comparison import Comparison, Group
from .disagreements import Disagreement, name_of
from .figures import Figures, Share
from .plain_text import without_measures
from .previous import SCHEMA, SCHEMA_VERSION
from .records import JudgedSubmission, Opinion, Timing

_Json = dict[str, object]


def report_json(comparison: Comparison) -> str:
    """Return the report as JSON text in ASCII, ending in a newline."""
    benchmark = comparison.benchmark
    wrong = {id(item.row): item for item in comparison.disagreements}
    report: _Json = {
        "schema_name": SCHEMA,
        "schema_version": SCHEMA_VERSION,
        "judge": benchmark.judge,
        "baseline": benchmark.baseline,
        "files": list(benchmark.files),
        "counts": _counts(comparison),
        "figures": _group(comparison.overall),
        "by": {
            grouping: {name: _group(group) for name, group in groups.items()}
            for grouping, groups in comparison.by.items()
        },
        "confusion": {label: dict(found) for label, found in comparison.confusion.items()},
        "kinds": {kind.name: kind.count for kind in comparison.kinds},
        "recorded": _recorded(comparison),
        "previous": _changes(comparison),
        "submissions": [_submission(row, wrong.get(id(row))) for row in benchmark.submissions],
        "times": _times(comparison),
    }
    return json.dumps(report, sort_keys=True, indent=1) + "\n"


def _counts(comparison: Comparison) -> _Json:
    return {
        "submissions": len(comparison.benchmark.submissions),
        "judged": comparison.overall.ours.right.of,
        "paired": comparison.overall.paired.ours.right.of,
        "unpaired": dict(comparison.unpaired),
        "not_judged": comparison.not_judged,
        "doubtful": comparison.doubtful,
        "doubtful_not_judged": comparison.doubtful_not_judged,
        "left_out": dict(comparison.benchmark.left_out),
    }


def _group(group: Group) -> _Json:
    paired = group.paired
    return {
        "paired": {
            "ours": _figures(paired.ours),
            "baseline": _figures(paired.baseline),
            "only_ours_right": paired.only_ours_right,
            "only_baseline_right": paired.only_baseline_right,
            "mcnemar_p": None if paired.mcnemar_p is None else float(f"{paired.mcnemar_p:.4g}"),
        },
        "ours": _figures(group.ours),
    }


def _figures(figures: Figures) -> _Json:
    return {
        "right": _share(figures.right),
        "false_negatives": _share(figures.false_negatives),
        "false_positives": _share(figures.false_positives),
    }


def _share(share: Share) -> _Json:
    return {
        "count": share.count,
        "of": share.of,
        "share": _rounded(share.value),
        "low": _rounded(share.low),
        "high": _rounded(share.high),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _recorded(comparison: Comparison) -> _Json | None:
    recorded = comparison.recorded
    if recorded is None:
        return None
    return {
        "compared": recorded.compared,
        "agree": recorded.compared - len(recorded.differ),
        "differ": [name_of(row) for row in recorded.differ],
    }


def _changes(comparison: Comparison) -> _Json | None:
    changes = comparison.changes
    if changes is None:
        return None
    return {
        "newly_wrong": [name_of(row) for row in changes.newly_wrong],
        "newly_right": changes.newly_right,
        "gone": changes.gone,
        "new": changes.new,
    }


def _submission(row: JudgedSubmission, disagreement: Disagreement | None) -> _Json:
    return {
        "corpus": row.corpus,
        "problem_id": row.problem_id,
        "submission_id": row.submission_id,
        "language": row.language,
        "mode": row.mode,
        "label": row.label,
        "truth": row.truth,
        "doubtful": row.doubtful,
        "ours": _opinion(row.ours),
        "baseline": None if row.baseline is None else _opinion(row.baseline),
        "unpaired": row.unpaired,
        "recorded": row.recorded,
        "wrong": None if disagreement is None else disagreement.wrong.value,
        "kind": None if disagreement is None else disagreement.kind,
    }


def _opinion(opinion: Opinion) -> _Json:
    return {
        "accepts": opinion.accepts,
        "verdict": opinion.verdict,
        "reason": without_measures(opinion.reason),
        "test": opinion.test,
    }


def _times(comparison: Comparison) -> _Json:
    benchmark = comparison.benchmark
    return {
        "ours": _timing(benchmark.ours_timing),
        "baseline": _timing(benchmark.baseline_timing),
        "submissions": [
            {
                "name": name_of(row),
                "time_limit_s": row.time_limit_s,
                "ours_cpu_time_s": row.ours.cpu_time_s,
                "baseline_cpu_time_s": None if row.baseline is None else row.baseline.cpu_time_s,
                "near_time_limit": row.near_time_limit,
            }
            for row in benchmark.submissions
        ],
    }


def _timing(timing: Timing | None) -> _Json | None:
    if timing is None:
        return None
    return {
        "submissions": timing.submissions,
        "tests": timing.tests,
        "wall_time_s": timing.wall_time_s,
        "workers": timing.workers,
    }
