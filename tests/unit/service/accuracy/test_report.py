"""The four files: the same bytes each time, and nothing of a hostile program comes alive."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from markdown_it import MarkdownIt

from service.accuracy import report
from service.accuracy.plain_text import visible
from service.accuracy.records import Benchmark, Evidence, JudgedSubmission, Opinion
from service.accuracy.report import read_previous, write_reports

Row = Callable[..., JudgedSubmission]
Run = Callable[..., Benchmark]

FILES = {"report.json", "report.md", "report.html", "junit.xml"}
HOSTILE = (
    "</script></pre><script>alert(1)</script><img src=x onerror='alert(1)'>\"'><b>|`` ` ]]> --> "
    "\\| {{ 7 * 7 }} [a](b) $x^2$ \x00\x07\x1b[31m\ud800\ufffe\u202e end"
)


@pytest.fixture
def hostile(row: Row, run: Run) -> Benchmark:
    """A run in which every text that comes from outside is hostile."""
    evidence = Evidence(program=HOSTILE, input=HOSTILE, answer=HOSTILE, output=HOSTILE)
    wrong = replace(
        row(HOSTILE),
        corpus=HOSTILE,
        problem_id=HOSTILE,
        language=HOSTILE,
        mode=HOSTILE,
        label=HOSTILE,
        ours=Opinion(accepts=False, verdict=HOSTILE, reason=HOSTILE, test=3, cpu_time_s=2.0),
        baseline=Opinion(accepts=True, verdict=HOSTILE, reason=HOSTILE),
        evidence=evidence,
        recorded=False,
    )
    return replace(
        run(
            wrong,
            replace(wrong, submission_id="lost", ours=Opinion(accepts=None, verdict=HOSTILE)),
            replace(wrong, submission_id="doubtful", doubtful=HOSTILE),
            replace(wrong, submission_id="alone", baseline=None, unpaired=HOSTILE),
        ),
        left_out={HOSTILE: 1},
        baseline=HOSTILE,
        judge=HOSTILE,
        files=(HOSTILE,),
    )


def _junit(folder: Path) -> Xml.Element:
    return Xml.fromstring((folder / "junit.xml").read_bytes())  # noqa: S314 - we wrote it


class _Page(HTMLParser):
    """The elements and attributes of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes.extend(attrs)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_two_calls_write_the_same_bytes(tmp_path: Path, row: Row, run: Run) -> None:
    slow = Opinion(accepts=False, verdict="TLE", cpu_time_s=2.5)
    benchmark = run(row("a"), row("b", ours=False), replace(row("c"), ours=slow))
    for name in ("one", "two"):
        write_reports(benchmark, tmp_path / name)
    assert {path.name for path in (tmp_path / "one").iterdir()} == FILES
    for name in FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_json_differs_in_times_only_where_times_differ(tmp_path: Path, row: Row, run: Run) -> None:
    found: list[dict[str, object]] = []
    for used in (2.345, 9.0):
        reason = f"CPU time {used:.3f} s, limit 2 s, at 0x7f{used:.0f}"
        ours = Opinion(accepts=False, verdict="TLE", reason=reason, cpu_time_s=used)
        benchmark = run(replace(row("a"), ours=ours))
        timing = replace(benchmark.ours_timing, wall_time_s=used)
        write_reports(replace(benchmark, ours_timing=timing), tmp_path)
        found.append(json.loads((tmp_path / "report.json").read_text()))
    one, two = found
    assert one.pop("times") != two.pop("times")
    assert one == two
    assert not re.search(r"_s\"", json.dumps(one))


def test_the_page_refers_to_nothing_outside_itself(tmp_path: Path, hostile: Benchmark) -> None:
    write_reports(hostile, tmp_path)
    text = (tmp_path / "report.html").read_text()
    assert re.findall(r'(?<!xmlns=")(?<!xmlns:xlink=")\bhttps?:', text) == []
    assert not re.search(r"@import|url\((?!#)", text)
    page = _Page(text)
    references = [
        value
        for name, value in page.attributes
        if name in {"src", "href", "xlink:href", "action", "data", "srcset"}
    ]
    assert [value for value in references if not (value or "").startswith("#")] == []


def test_hostile_text_stays_text_in_the_page(tmp_path: Path, hostile: Benchmark) -> None:
    write_reports(hostile, tmp_path)
    text = (tmp_path / "report.html").read_bytes().decode("utf-8")
    page = _Page(text)
    assert page.elements.count("script") == 1
    assert not {"img", "b", "iframe", "object"} & set(page.elements)
    assert [name for name, _ in page.attributes if name.startswith("on")] == []
    assert "\x00" not in text
    assert "\u202e" not in text
    assert any("<img src=x onerror=" in data for data in page.texts)
    assert any("{{ 7 * 7 }}" in data for data in page.texts)


def test_no_script_but_the_pages_own_may_run(tmp_path: Path, run: Run) -> None:
    write_reports(run(), tmp_path)
    text = (tmp_path / "report.html").read_text()
    assert re.search(r"default-src 'none'; .*script-src 'sha256-[A-Za-z0-9+/]{43}='", text)


def test_hostile_text_stays_text_in_markdown(tmp_path: Path, hostile: Benchmark) -> None:
    write_reports(hostile, tmp_path)
    text = (tmp_path / "report.md").read_bytes().decode("utf-8")
    blocks = MarkdownIt("commonmark").enable("table").parse(text)
    tokens = [token for block in blocks for token in (block, *(block.children or []))]
    kinds = {token.type for token in tokens}
    assert not {"html_block", "html_inline", "link_open", "image", "strong_open"} & kinds
    assert sum(token.type == "table_open" for token in tokens) == text.count("\n| ---")
    assert "\x1b" not in text


@pytest.mark.parametrize("corpus", ["$x^{$", "\x00\ud800", "<img src=x>"])
def test_a_plot_shows_any_name_as_it_is(tmp_path: Path, row: Row, run: Run, corpus: str) -> None:
    write_reports(run(row("a", corpus=corpus)), tmp_path)
    plot = (tmp_path / "report.html").read_text().split("</figure>")[0]
    page = _Page(plot[plot.index("<svg") :])
    assert visible(corpus) in [data.strip() for data in page.texts]


def test_junit_is_valid_xml_of_hostile_text(tmp_path: Path, hostile: Benchmark) -> None:
    write_reports(hostile, tmp_path)
    root = _junit(tmp_path)
    failure = next(root.iter("failure"))
    assert "<img src=x" in (failure.text or "")
    assert "\\x1b[31m\\ud800\\ufffe\\u202e" in (failure.text or "")


def test_junit_has_a_suite_a_corpus_and_counts_what_it_holds(
    tmp_path: Path, row: Row, run: Run
) -> None:
    write_reports(
        run(
            row("right"),
            row("wrong", truth=False, ours=True),
            row("lost", ours=None, corpus="other"),
            row("doubtful", ours=False, doubtful="slow"),
            row("baseline wrong", baseline=False),
        ),
        tmp_path,
    )
    root = _junit(tmp_path)
    counts = {
        suite.get("name"): [suite.get(n) for n in ("tests", "failures", "errors", "skipped")]
        for suite in root.iter("testsuite")
    }
    assert counts == {"corpus": ["4", "1", "0", "1"], "other": ["1", "0", "1", "0"]}
    assert [root.get(n) for n in ("tests", "failures", "errors", "skipped")] == list("5111")
    failure = next(root.iter("failure"))
    assert failure.get("type") == "false positive"
    assert (failure.get("message") or "").startswith("label wrong_answer, verdict AC")


def test_an_empty_run_says_none(tmp_path: Path, run: Run) -> None:
    summary = write_reports(run(), tmp_path)
    assert (summary.false_negatives, summary.false_positives, summary.not_judged) == (0, 0, 0)
    assert "none" in summary.text
    assert "## Wrong verdicts by kind\n\nnone" in (tmp_path / "report.md").read_text()
    assert "nan" not in (tmp_path / "report.html").read_text().split("<body>")[1]


def test_without_pairs_ours_is_still_told(tmp_path: Path, row: Row, run: Run) -> None:
    alone = replace(row("a", ours=False), baseline=None, unpaired="language go")
    summary = write_reports(run(alone, executed=False), tmp_path)
    assert summary.false_negatives == 1
    assert "no second opinion: language go" in summary.text
    assert "ours wrong: ours WA, no baseline" in (tmp_path / "report.html").read_text()


def test_the_summary_counts_ours_and_names_what_became_wrong(
    tmp_path: Path, row: Row, run: Run
) -> None:
    write_reports(run(row("b"), row("a"), row("c")), tmp_path)
    after = run(
        row("b", ours=False),
        row("a", ours=False),
        row("c", ours=None),
        row("d", truth=False, ours=True, baseline=None),
        row("e", ours=None, doubtful="slow"),
    )
    summary = write_reports(after, tmp_path, previous=read_previous(tmp_path / "report.json"))
    assert (summary.false_negatives, summary.false_positives, summary.not_judged) == (2, 1, 2)
    assert summary.newly_wrong == ("corpus/p/a", "corpus/p/b")
    assert "2 newly wrong" in summary.text
    assert "Newly wrong: 2" in (tmp_path / "report.md").read_text()


def test_what_is_near_the_time_limit_is_listed_apart(tmp_path: Path, row: Row, run: Run) -> None:
    slow = Opinion(accepts=False, verdict="TLE", reason="too slow", cpu_time_s=2.01)
    write_reports(run(replace(row("slow"), ours=slow), row("wrong", ours=False)), tmp_path)
    others, near = (tmp_path / "report.md").read_text().split("within 2x of the time limit: 1")
    assert "corpus/p/wrong" in others
    assert "corpus/p/slow" not in others
    assert "corpus/p/slow" in near


def test_importing_the_seam_needs_none_of_the_optional_libraries() -> None:
    tree = ast.parse(Path(report.__file__).read_text())
    eager = {
        node.module for node in tree.body if isinstance(node, ast.ImportFrom) and node.level == 1
    }
    assert eager == {"disagreements", "previous", "records"}


def test_a_missing_library_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "_TOOLS", ("jinja2", "a_library_that_no_one_has"))
    with pytest.raises(report.ReportToolsMissing, match="a_library_that_no_one_has: run pip"):
        report.require_report_tools()
