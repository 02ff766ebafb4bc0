"""`report.html`: one page without a network, to read the figures and look at each wrong verdict.

Imports jinja2 and, through `plots`, matplotlib. Programs, data and reasons are hostile text: every
value of the template is made visible and escaped unless it is one of our own files or plots, and
the page's policy lets no script run but its own.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from importlib import resources

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup

from . import report_tables, speed
from .comparison import Comparison
from .disagreements import Disagreement, name_of
from .figures import Share
from .plain_text import cut, visible
from .plots import plots
from .report_tables import Table

LONGEST_TEXT = 40_000
_TEMPLATE, _STYLE, _SCRIPT = "report.html.j2", "report.css", "report.js"

_Cell = tuple[str, str]


def report_html(comparison: Comparison) -> str:
    """Return the report as an HTML page that refers to nothing outside itself."""
    folder = resources.files("service.accuracy") / "templates"
    template, style, script = (
        folder.joinpath(name).read_text(encoding="utf-8") for name in (_TEMPLATE, _STYLE, _SCRIPT)
    )
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    environment = Environment(
        loader=DictLoader({_TEMPLATE: template}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_visible,
    )
    environment.filters.update({"cut": _cut, "name_of": name_of, "svg": _ours})
    wrong = comparison.disagreements
    return environment.get_template(_TEMPLATE).render(
        benchmark=comparison.benchmark,
        style=_ours(style),
        script=_ours(script),
        script_hash=f"sha256-{digest}",
        headlines=_headlines(comparison),
        mcnemar=report_tables.mcnemar_sentence(comparison),
        plots=plots(comparison),
        headline_table=report_tables.headline_table(comparison),
        tables=_tables(comparison),
        groups=report_tables.group_tables(comparison),
        changes=comparison.changes,
        recorded=comparison.recorded,
        facets={
            "wrong": _facet(wrong, lambda item: item.wrong.value),
            "corpus": _facet(wrong, lambda item: item.row.corpus),
            "kind": _facet(wrong, lambda item: item.kind),
        },
        others=[item for item in wrong if not item.row.near_time_limit],
        near=[item for item in wrong if item.row.near_time_limit],
    )


def _visible(value: object) -> object:
    """Return what the template prints for a value; what is markup stays as it is."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _cut(text: str) -> str:
    return cut(text, LONGEST_TEXT)


def _ours(text: str) -> Markup:
    """Return text of our own as markup: a file of this package, or a plot."""
    return Markup(text)  # noqa: S704 - see above


def _facet(
    wrong: Iterable[Disagreement], key: Callable[[Disagreement], str]
) -> list[tuple[str, int]]:
    return sorted(Counter(map(key, wrong)).items())


def _tables(comparison: Comparison) -> list[Table]:
    return [
        report_tables.left_out_table(comparison),
        report_tables.confusion_table(comparison),
        report_tables.kinds_table(comparison),
        speed.speed_table(comparison),
    ]


def _headlines(comparison: Comparison) -> list[tuple[str, _Cell, _Cell]]:
    """Return for each headline its title, our figure and the other judge's, each with a detail."""
    ours, baseline = comparison.overall.paired.ours, comparison.overall.paired.baseline
    our_rate, baseline_rate = speed.submission_rates(comparison)
    return [
        ("Accuracy", _share(ours.right), _share(baseline.right)),
        ("False negatives", _count(ours.false_negatives), _count(baseline.false_negatives)),
        ("False positives", _count(ours.false_positives), _count(baseline.false_positives)),
        (
            f"Speed, ours / baseline: {speed.speed_ratio(comparison)}",
            (our_rate, "submissions/s"),
            (baseline_rate, "submissions/s"),
        ),
    ]


def _share(share: Share) -> _Cell:
    return report_tables.percent(share.value), report_tables.of_all(share)


def _count(share: Share) -> _Cell:
    if not share.of:
        return report_tables.NONE, ""
    return f"{share.count:,}", f"of {share.of:,}: {report_tables.with_interval(share)}"
