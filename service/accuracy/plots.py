"""The plots of `report.html`, as SVG that takes its colours and fonts from the page.

Imports matplotlib, which the extra `accuracy` brings, without its global state `pyplot`. Equal
values give equal bytes: ids come from a fixed salt, and no date is written.
"""

# matplotlib's annotations leave `**kwargs` of nearly every method without a type.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import io
import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from .comparison import Comparison, Group
from .figures import Share
from .plain_text import in_one_line

# Drawn in these colours, which nothing else uses, and then named after the page's own.
_COLOURS = {"#010101": "ink", "#020202": "faint", "#030303": "ours", "#040404": "baseline"}
_INK, _FAINT, _OURS, _BASELINE = _COLOURS
# The type of the names is not public.
_SETTINGS: dict[Any, Any] = {
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "microjudge",
    "font.size": 11.5,
    "text.color": _INK,
    "axes.labelcolor": _INK,
    "axes.edgecolor": _FAINT,
    "xtick.color": _INK,
    "ytick.color": _INK,
}
_NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))
_WIDTH_IN = 7.2
_ROW_IN = 0.42
_FRAME_IN = 1.15
_LONGEST_NAME = 28


@dataclass(frozen=True, kw_only=True, slots=True)
class Plot:
    """One drawing.

    Attributes:
        title: what it shows.
        text: the same in words, for whom the drawing is of no use.
        svg: an SVG element.
    """

    title: str
    text: str
    svg: str


def plots(comparison: Comparison) -> list[Plot]:
    """Return the plots for which the run has values; none of an empty run."""
    drawn = [
        _accuracy(comparison.by["corpus"]),
        _errors(comparison),
        _cpu_time(comparison),
    ]
    return [plot for plot in drawn if plot is not None]


def _accuracy(groups: Mapping[str, Group]) -> Plot | None:
    shown = {name: group for name, group in groups.items() if group.paired.ours.right.of}
    if not shown:
        return None

    def draw(axes: Axes) -> None:
        for place, group in enumerate(reversed(shown.values())):
            for share, colour, marker, shift in (
                (group.paired.ours.right, _OURS, "o", 0.14),
                (group.paired.baseline.right, _BASELINE, "s", -0.14),
            ):
                _interval(axes, share, place + shift, colour, marker)
        axes.set_yticks(range(len(shown)), [_short(name) for name in reversed(shown)])
        axes.set_ylim(-0.6, len(shown) - 0.4)
        axes.set_xlabel("accuracy in %, with Wilson's 95 % interval")
        _legend(
            axes,
            [
                Line2D([], [], color=_OURS, marker="o", label="ours"),
                Line2D([], [], color=_BASELINE, marker="s", label="baseline"),
            ],
        )

    return Plot(
        title="Accuracy by corpus",
        text="The same figures stand in the table “By corpus”.",
        svg=_svg(draw, name="accuracy", rows=len(shown)),
    )


def _interval(axes: Axes, share: Share, place: float, colour: str, marker: str) -> None:
    if share.value is None or share.low is None or share.high is None:
        return
    axes.plot([100 * share.low, 100 * share.high], [place, place], color=colour, linewidth=2.2)
    axes.plot([100 * share.value], [place], color=colour, marker=marker, markersize=7)


def _errors(comparison: Comparison) -> Plot | None:
    paired = comparison.overall.paired
    bars = [
        (name, ours, baseline)
        for name, ours, baseline in (
            (
                "false negatives",
                paired.ours.false_negatives,
                paired.baseline.false_negatives,
            ),
            (
                "false positives",
                paired.ours.false_positives,
                paired.baseline.false_positives,
            ),
        )
        if ours.of
    ]
    if not bars:
        return None

    def draw(axes: Axes) -> None:
        most = max(share.count for _, *shares in bars for share in shares)
        for place, (_, ours, baseline) in enumerate(reversed(bars)):
            for share, colour, shift in ((ours, _OURS, 0.19), (baseline, _BASELINE, -0.19)):
                axes.barh(place + shift, share.count, height=0.34, color=colour)
                axes.text(
                    share.count + max(most, 1) * 0.012,
                    place + shift,
                    f"{share.count:,} of {share.of:,}",
                    va="center",
                )
        axes.set_yticks(range(len(bars)), [name for name, *_ in reversed(bars)])
        axes.set_ylim(-0.6, len(bars) - 0.4)
        axes.set_xlim(0, max(most, 1) * 1.22)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("submissions that both judged")
        _legend(
            axes,
            [Patch(color=_OURS, label="ours"), Patch(color=_BASELINE, label="baseline")],
        )

    return Plot(
        title="Wrong verdicts",
        text="The same figures stand in the table “Both judges”.",
        svg=_svg(draw, name="errors", rows=2 * len(bars)),
    )


def _cpu_time(comparison: Comparison) -> Plot | None:
    used = [
        row.ours.cpu_time_s / row.time_limit_s
        for row in comparison.benchmark.submissions
        if row.ours.cpu_time_s is not None and row.time_limit_s > 0
    ]
    if not used:
        return None
    # The bars stand between these shares of the limit; the first and last are open to the outside.
    names = ["1/512", "1/256", "1/128", "1/64", "1/32", "1/16", "1/8", "1/4", "1/2", "1", "2"]
    edges = [float(Fraction(name)) for name in names]
    counts = [0] * (len(edges) + 1)
    for value in used:
        counts[bisect_left(edges, value)] += 1
    at_limit = names.index("1") + 0.5

    def draw(axes: Axes) -> None:
        axes.axvspan(at_limit - 1, at_limit + 1, color=_FAINT, alpha=0.5, linewidth=0)
        axes.bar(range(len(counts)), counts, width=0.86, color=_OURS)
        axes.axvline(at_limit, color=_INK, linewidth=1.2, linestyle="--")
        axes.set_xticks([place + 0.5 for place in range(len(names))], names)
        axes.set_xlabel("CPU time of the slowest test case, as a share of the limit")
        axes.set_ylabel("submissions")

    near = sum(row.near_time_limit for row in comparison.benchmark.submissions)
    return Plot(
        title="How near the time limit our runs are",
        text=f"{near:,} of {len(used):,} submissions are within 2x of the limit (shaded), where "
        "the speed of the machine may decide.",
        svg=_svg(draw, name="cpu-time", rows=5),
    )


def _legend(axes: Axes, handles: Sequence[Line2D | Patch]) -> None:
    axes.legend(
        handles=list(handles),
        loc="lower right",
        bbox_to_anchor=(1, 1),
        ncols=2,
        frameon=False,
        borderaxespad=0.2,
    )


def _short(name: str) -> str:
    shown = in_one_line(name)
    return shown if len(shown) <= _LONGEST_NAME else shown[: _LONGEST_NAME - 1] + "…"


def _svg(draw: Callable[[Axes], None], *, name: str, rows: int) -> str:
    """Return the drawing as an SVG element whose ids begin with `name`."""
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(_WIDTH_IN, _FRAME_IN + _ROW_IN * rows), layout="constrained")
        axes = figure.add_subplot()
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(length=0)
        axes.grid(axis="both", color=_FAINT, linewidth=0.6)
        axes.set_axisbelow(True)
        draw(axes)
        file = io.StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata=_NO_METADATA)
    text = file.getvalue()
    text = text[text.index("<svg") :].strip()
    for drawn, colour in _COLOURS.items():
        text = text.replace(drawn, f"var(--{colour})")
    return re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", text)
