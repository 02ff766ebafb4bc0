"""`junit.xml`: a suite a corpus, a case a submission, for the test page of a CI server.

Imports the standard library. A failure is our verdict against the label, an error is a submission
that was not judged, a doubtful label is skipped. The other judge has no part in it.

Source of the format: https://github.com/testmoapp/junitxml
"""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from .disagreements import name_of
from .plain_text import in_one_line, visible
from .records import Benchmark, JudgedSubmission

_LONGEST_MESSAGE = 500


def junit_xml(benchmark: Benchmark) -> bytes:
    """Return the run as JUnit XML in UTF-8."""
    root = Xml.Element("testsuites", name="microjudge accuracy")
    suites: dict[str, Xml.Element] = {}
    for row in benchmark.submissions:
        suite = suites.get(row.corpus)
        if suite is None:
            suite = Xml.SubElement(root, "testsuite", name=visible(row.corpus))
            suites[row.corpus] = suite
        _case(suite, row)
    for element in (*suites.values(), root):
        for attribute, tag in (
            ("tests", "testcase"),
            ("failures", "failure"),
            ("errors", "error"),
            ("skipped", "skipped"),
        ):
            element.set(attribute, str(sum(1 for _ in element.iter(tag))))
    Xml.indent(root)
    return bytes(Xml.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _case(suite: Xml.Element, row: JudgedSubmission) -> None:
    case = Xml.SubElement(
        suite,
        "testcase",
        classname=visible(f"{row.corpus}.{row.problem_id}"),
        name=visible(row.submission_id),
    )
    if row.doubtful is not None:
        Xml.SubElement(case, "skipped", message=_message(f"doubtful label: {row.doubtful}"))
    elif row.ours.accepts is None:
        error = Xml.SubElement(case, "error", type=visible(row.ours.verdict))
        error.set("message", _message(f"not judged: {row.ours.reason or row.ours.verdict}"))
        error.text = _details(row)
    elif row.ours.accepts is not row.truth:
        kind = "false negative" if row.truth else "false positive"
        failure = Xml.SubElement(case, "failure", type=kind)
        failure.set(
            "message",
            _message(f"label {row.label}, verdict {row.ours.verdict}: {row.ours.reason}"),
        )
        failure.text = _details(row)


def _details(row: JudgedSubmission) -> str:
    lines = [
        name_of(row),
        f"language: {row.language}, mode: {row.mode}, label: {row.label}",
        f"ours: {row.ours.verdict} {row.ours.reason}",
    ]
    if row.baseline is not None:
        lines.append(f"baseline: {row.baseline.verdict} {row.baseline.reason}")
    return visible("\n".join(lines))


def _message(text: str) -> str:
    return in_one_line(text)[:_LONGEST_MESSAGE]
