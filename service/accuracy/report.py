"""Writes the four reports of a run into a folder and says what they add up to.

Imports the standard library and pydantic; what draws and counts is imported when a report is
written, since it comes with the extra `accuracy` and takes most of a second to import.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from service.errors import StartFailed

from .disagreements import name_of
from .previous import BadReport, Previous, changes_since, read_previous
from .records import Benchmark

if TYPE_CHECKING:
    from .comparison import Comparison

__all__ = [
    "BadReport",
    "Previous",
    "ReportToolsMissing",
    "Summary",
    "read_previous",
    "require_report_tools",
    "write_reports",
]

_TOOLS = ("jinja2", "matplotlib", "scipy")


class ReportToolsMissing(StartFailed):
    """The libraries of the extra `accuracy` are missing; the message says how to install them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary:
    """What a run adds up to, for the command's ending and the terminal.

    Attributes:
        false_negatives: of this judge, on every submission that it judged, doubtful labels aside.
        false_positives: the same of the wrongly accepted.
        newly_wrong: full names of the submissions whose verdict was right in the earlier report
            and is wrong now, sorted; empty without an earlier report.
        not_judged: submissions that this judge could not judge, those with a doubtful label too.
        text: a few lines of plain text, without a newline at the end.
    """

    false_negatives: int
    false_positives: int
    newly_wrong: tuple[str, ...]
    not_judged: int
    text: str


def require_report_tools() -> None:
    """Return where reports can be written; to be called before hours of judging.

    Raises:
        ReportToolsMissing: a library of the extra `accuracy` is not installed; whoever typed the
            command must install it.
    """
    missing = [name for name in _TOOLS if find_spec(name) is None]
    if missing:
        raise ReportToolsMissing(
            f"reports need {', '.join(missing)}: run pip install --editable '.[accuracy]'"
        )


def write_reports(benchmark: Benchmark, out: Path, *, previous: Previous | None = None) -> Summary:
    """Return what the run adds up to, after writing its reports.

    Args:
        benchmark: the run; may be empty.
        out: a folder, made where it is missing; `report.json`, `report.md`, `report.html` and
            `junit.xml` in it are replaced.
        previous: an earlier report to compare with, from `read_previous`.

    Raises:
        ReportToolsMissing: see `require_report_tools`.
        OSError: a file cannot be written; whoever chose the folder must choose another.
    """
    require_report_tools()
    # With scipy, matplotlib and jinja2, which are optional.
    from .comparison import compare  # noqa: PLC0415
    from .junit import junit_xml  # noqa: PLC0415
    from .report_html import report_html  # noqa: PLC0415
    from .report_json import report_json  # noqa: PLC0415
    from .report_markdown import report_markdown  # noqa: PLC0415
    from .report_text import report_text  # noqa: PLC0415

    changes = None if previous is None else changes_since(previous, benchmark.submissions)
    comparison = compare(benchmark, changes=changes)
    out.mkdir(parents=True, exist_ok=True)
    for name, text in (
        ("report.json", report_json(comparison)),
        ("report.md", report_markdown(comparison)),
        ("report.html", report_html(comparison)),
    ):
        (out / name).write_text(text, encoding="utf-8")
    (out / "junit.xml").write_bytes(junit_xml(benchmark))
    return _summary(comparison, report_text(comparison))


def _summary(comparison: Comparison, text: str) -> Summary:
    ours, changes = comparison.overall.ours, comparison.changes
    newly_wrong = () if changes is None else changes.newly_wrong
    return Summary(
        false_negatives=ours.false_negatives.count,
        false_positives=ours.false_positives.count,
        newly_wrong=tuple(sorted(map(name_of, newly_wrong))),
        not_judged=comparison.not_judged + comparison.doubtful_not_judged,
        text=text,
    )
