"""The line a submission gets, what counts as a disagreement, and the printed summary."""

from __future__ import annotations

import io
import json
from collections import Counter

import pytest
from rich.console import Console

from service.cli.exit_codes import ExitCode
from service.cli.report import Report, json_line, message_of
from service.cli.summary import print_summary
from service.cli.work import Task
from trainer_client.formats.records import (
    ACCEPTED,
    REJECTED,
    LabelledProblem,
    LabelledSubmission,
)
from trainer_client.wire import Mode, Problem, SubmissionResult, TestCase, TestResult, Verdict

PROBLEM = LabelledProblem(
    id="sum", problem=Problem(mode=Mode.STDIO, tests=[TestCase(input="")]), submissions=()
)


def task(label: str | None, *, doubtful: str | None = None, name: str = "s1") -> Task:
    expected = None if label is None else ACCEPTED if label == "accepted" else REJECTED
    submission = LabelledSubmission(
        id=name,
        language="python",
        source="",
        label=label,
        expected=expected,
        doubtful=doubtful,
    )
    return Task(problem=PROBLEM, submission=submission)


def result(verdict: Verdict, *tests: TestResult, error: str | None = None) -> SubmissionResult:
    return SubmissionResult(
        id="s0",
        verdict=verdict,
        reward=None if verdict is Verdict.IE else float(verdict is Verdict.AC),
        passed=sum(test.verdict is Verdict.AC for test in tests),
        total=len(tests),
        tests=list(tests),
        compiler_output="line 1\nSyntaxError" if verdict is Verdict.CE else "",
        error=error,
        backend="bubblewrap",
        environment="root tree x",
    )


OK = TestResult(verdict=Verdict.AC, match_rule="exact", cpu_time_s=0.25, wall_time_s=0.5)
LOOSE = TestResult(verdict=Verdict.AC, match_rule="tokens", cpu_time_s=0.1, wall_time_s=0.1)
BAD = TestResult(verdict=Verdict.WA, cpu_time_s=0.1234567, wall_time_s=0.2, message="3 != 4")
SKIPPED = TestResult(verdict=Verdict.SK)


def test_the_line_of_a_submission_is_as_documented() -> None:
    line = json_line(task("wrong_answer"), result(Verdict.WA, OK, LOOSE, OK, BAD, SKIPPED))
    assert line == (
        '{"problem_id": "sum", "submission_id": "s1", "language": "python", '
        '"label": "wrong_answer", "verdict": "WA", "reward": 0.0, "passed": 3, "total": 5, '
        '"match_rules": ["exact", "tokens"], "cpu_time_s": 0.723457, "wall_time_s": 1.3, '
        '"message": "3 != 4", '
        '"difficulty": null, "platform": null}'
    )


def test_an_internal_error_has_a_null_reward_and_says_why() -> None:
    line = json.loads(json_line(task("accepted"), result(Verdict.IE, error="slot lost")))
    assert line["reward"] is None
    assert (line["verdict"], line["message"]) == ("IE", "slot lost")


def test_a_line_is_one_line_of_ascii_whatever_the_program_printed() -> None:
    odd = TestResult(verdict=Verdict.WA, message="a\nb\u2028\x1b[31m\ud800")
    line = json_line(task("accepted"), result(Verdict.WA, odd))
    assert line.isascii()
    assert len(line.splitlines()) == 1
    assert json.loads(line)["message"] == odd.message


def test_the_message_is_the_first_failed_tests() -> None:
    assert message_of(result(Verdict.AC, OK)) == ""
    assert message_of(result(Verdict.WA, OK, BAD)) == "3 != 4"
    assert message_of(result(Verdict.CE)) == "line 1\nSyntaxError"


@pytest.mark.parametrize(
    ("label", "verdict", "agrees"),
    [
        ("accepted", Verdict.AC, True),
        ("accepted", Verdict.WA, False),
        ("accepted", Verdict.TLE, False),
        ("wrong_answer", Verdict.WA, True),
        ("wrong_answer", Verdict.TLE, True),
        ("time_limit", Verdict.RE, True),
        ("runtime_error", Verdict.AC, False),
    ],
)
def test_accepted_must_be_ac_and_other_labels_must_not(
    label: str, verdict: Verdict, agrees: bool
) -> None:
    report = Report()
    report.add(task(label), result(verdict, OK))
    assert report.agreeing == int(agrees)
    assert len(report.disagreements) == int(not agrees)
    assert report.exit_code() is (ExitCode.OK if agrees else ExitCode.MISSED)


def test_an_internal_error_is_neither_agreement_nor_disagreement() -> None:
    report = Report()
    report.add(task("wrong_answer"), result(Verdict.IE, error="slot lost"))
    report.add(task("accepted"), result(Verdict.WA, BAD))
    assert (report.agreeing, len(report.disagreements)) == (0, 1)
    assert len(report.internal_errors) == 1
    assert report.exit_code() is ExitCode.NOT_JUDGED


def test_doubtful_labels_are_counted_apart() -> None:
    report = Report()
    report.add(task("time_limit", doubtful="seen accepted"), result(Verdict.AC, OK))
    report.add(task("accepted", doubtful="odd"), result(Verdict.AC, OK))
    assert report.by_label == Counter()
    assert report.doubtful.total() == 2
    assert (report.agreeing, report.disagreements, report.doubtful_disagreements) == (0, [], 1)
    assert report.exit_code() is ExitCode.OK


def test_without_a_label_nothing_is_compared() -> None:
    report = Report()
    report.add(task(None), result(Verdict.WA, BAD))
    assert (report.agreeing, report.disagreements) == (0, [])
    assert report.by_label["(no label)", Verdict.WA] == 1


def test_the_summary_hides_nothing() -> None:
    report = Report()
    report.add(task("accepted"), result(Verdict.AC, OK, LOOSE))
    report.add(task("accepted", name="s2"), result(Verdict.WA, BAD, SKIPPED))
    report.add(task("wrong_answer"), result(Verdict.WA, BAD))
    report.add(task("wrong_answer", name="s4"), result(Verdict.IE, error="slot \x1b[2Jlost"))
    report.add(task("time_limit", doubtful="odd"), result(Verdict.AC, OK))
    out = io.StringIO()
    print_summary(
        report,
        elapsed_s=2.0,
        left_out=Counter({"language 'cpp' is not offered": 3}),
        to=Console(file=out, width=120, markup=False, highlight=False),
    )
    lines = [line.rstrip() for line in out.getvalue().splitlines() if line.strip()]
    assert [line.split() for line in lines[:4:2]] == [
        ["label", "AC", "WA", "IE", "all"],
        ["accepted", "1", "1", "2"],
    ]
    assert lines[4:] == [
        "Not judged (IE): 1",
        r"  sum s4: wrong_answer -> IE  slot \x1b[2Jlost",
        "Disagreements with labels: 1",
        "  sum s2: accepted -> WA  3 != 4",
        "2 of 3 labels agree.",
        "1 doubtful labels, not in the figures above; 1 of them disagree:",
        *lines[10:13],
        "Left out: 3 submissions, language 'cpp' is not offered.",
        "5 submissions (5 tests) in 2.0 s: 2.5 submissions/s, 2.5 tests/s.",
        "Ran in bubblewrap (root tree x).",
    ]


def test_a_long_list_of_disagreements_says_how_many_more() -> None:
    report = Report()
    for number in range(60):
        report.add(task("accepted", name=f"s{number}"), result(Verdict.WA, BAD))
    out = io.StringIO()
    print_summary(report, elapsed_s=1.0, left_out=Counter(), to=Console(file=out, width=120))
    assert "Disagreements with labels: 60" in out.getvalue()
    assert "... and 10 more" in out.getvalue()
