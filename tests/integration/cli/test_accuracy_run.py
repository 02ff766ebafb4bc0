"""The benchmark's run on a scripted service: what is judged by whom, in what order, and its end."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.accuracy.baseline import Asked, Baseline, BaselineRun, BaselineUnavailable
from service.accuracy.baseline_recorded import RecordedBaseline
from service.accuracy.previous import BadReport
from service.accuracy.records import Benchmark, Opinion, Timing
from service.accuracy.report import Previous, Summary
from service.cli.accuracy_run import AccuracyJob, run_accuracy
from service.cli.exit_codes import CommandError, ExitCode
from service.cli.main import app
from tests.integration.cli.scripted_service import ScriptedService, write_corpus
from trainer_client.formats import FormatError
from trainer_client.wire import BatchRequest


class ScriptedBaseline:
    """Accepts what the service accepts, but for programs named in `differs`; has no WA's."""

    name = "scripted"

    def __init__(self, service: ScriptedService | None = None) -> None:
        self.service = service
        self.workers = 0
        self.closed_before = 0

    def why_unpaired(self, asked: Asked) -> str:
        return "no WA here" if asked.submission.source == "WA" else ""

    def judge(
        self, asked: Sequence[Asked], *, workers: int, on_judged: Callable[[int], None]
    ) -> BaselineRun:
        self.workers = workers
        self.closed_before = self.service.closed if self.service else 0
        on_judged(len(asked))
        said = [item.submission.source for item in asked]
        return BaselineRun(
            opinions=tuple(Opinion(accepts=word == "AC", verdict=word) for word in said),
            timing=Timing(submissions=len(said), tests=None, wall_time_s=1.0, workers=workers),
        )


class Written:
    """Takes the benchmark instead of reports."""

    def __init__(self, **summary: object) -> None:
        self.benchmarks: list[Benchmark] = []
        self.previous: Previous | None = None
        self._summary = summary

    def __call__(self, benchmark: Benchmark, out: Path, *, previous: Previous | None) -> Summary:
        assert out.is_dir()
        self.benchmarks.append(benchmark)
        self.previous = previous
        plain = {
            "false_negatives": 0,
            "false_positives": 0,
            "newly_wrong": (),
            "not_judged": 0,
            "text": "the table",
        }
        return Summary(**{**plain, **self._summary})  # type: ignore[arg-type]  # as `Summary` has


def run(
    tmp_path: Path,
    *files: Path,
    service: ScriptedService | None = None,
    baseline: Baseline | None = None,
    written: Written | None = None,
    most: tuple[int | None, int | None] = (None, None),
) -> tuple[ExitCode, Benchmark]:
    job = AccuracyJob(
        files=files,
        out=tmp_path / "reports/new",
        max_false_negatives=most[0],
        max_false_positives=most[1],
    )
    into = written or Written()
    code = run_accuracy(
        job,
        lambda: service or ScriptedService(),
        lambda: baseline or ScriptedBaseline(),
        write=into,
        clock=lambda: 0.0,
    )
    return code, into.benchmarks[0]


def test_records_stand_in_the_order_of_the_files_though_pairs_are_judged_first(
    tmp_path: Path,
) -> None:
    words = [
        ("wrong_answer", "WA"),
        ("accepted", "AC"),
        ("accepted", "WA"),
        ("runtime_error", "RE"),
    ]
    one = write_corpus(tmp_path / "one.jsonl", *words)
    two = write_corpus(tmp_path / "two.jsonl", ("accepted", "AC"))
    _, benchmark = run(tmp_path, two, one)
    assert [
        (row.corpus, row.ours.verdict, row.baseline and row.baseline.verdict, row.unpaired)
        for row in benchmark.submissions
    ] == [
        ("two", "AC", "AC", ""),
        ("one", "WA", None, "no WA here"),
        ("one", "AC", "AC", ""),
        ("one", "WA", None, "no WA here"),
        ("one", "RE", "RE", ""),
    ]
    assert benchmark.files == ("two.jsonl", "one.jsonl")
    assert benchmark.ours_timing.submissions == 5
    assert benchmark.ours_paired_timing is not None
    assert benchmark.ours_paired_timing.submissions == 3
    assert benchmark.judge == "microjudge 0, scripted (none)"
    assert benchmark.baseline == "scripted"


def test_two_runs_give_the_same_records(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "WA"), ("accepted", "AC"))
    assert run(tmp_path, corpus) == run(tmp_path, corpus)


def test_the_judges_run_one_after_the_other(tmp_path: Path) -> None:
    service = ScriptedService()
    baseline = ScriptedBaseline(service)
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    run(tmp_path, corpus, service=service, baseline=baseline)
    assert (baseline.closed_before, baseline.workers) == (1, 1)


def test_every_submission_stops_at_its_first_failure_and_shows_its_output(tmp_path: Path) -> None:
    requests: list[BatchRequest] = []
    service = ScriptedService(refuse=requests.append)
    run(tmp_path, write_corpus(tmp_path / "a.jsonl", ("accepted", "AC")), service=service)
    assert [(item.stop_on_first_failure, item.output_chars) for item in requests] == [(True, 2000)]


def test_what_cannot_be_judged_is_left_out_and_counted(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    cpp = write_corpus(tmp_path / "b.jsonl", *[("accepted", "AC")] * 2, language="cpp")
    row = json.loads(corpus.read_text())
    del row["submissions"][0]["label"]
    bare = tmp_path / "c.jsonl"
    bare.write_text(json.dumps(row) + "\n")
    checked = tmp_path / "d.jsonl"
    checked.write_text(corpus.read_text().replace('"mode"', '"checker": {"kind": "magic"}, "mode"'))
    _, benchmark = run(tmp_path, corpus, cpp, bare, checked)
    assert [row.corpus for row in benchmark.submissions] == ["a"]
    assert benchmark.left_out == {
        "checker 'magic' is not offered": 1,
        "language 'cpp' is not offered": 2,
        "no label": 1,
    }


def test_recorded_verdicts_come_from_the_corpus(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", *[("accepted", "AC")] * 3)
    row = json.loads(corpus.read_text())
    row["submissions"][0]["lcb_accepts"] = True
    row["submissions"][1]["lcb_accepts"] = False
    corpus.write_text(json.dumps(row) + "\n")
    _, benchmark = run(tmp_path, corpus, baseline=RecordedBaseline())
    assert [row.baseline for row in benchmark.submissions] == [
        Opinion(accepts=True, verdict="accepted"),
        Opinion(accepts=False, verdict="refused"),
        None,
    ]
    assert [row.unpaired for row in benchmark.submissions] == ["", "", "no recorded verdict"]
    assert [row.recorded for row in benchmark.submissions] == [True, False, None]
    assert (benchmark.baseline, benchmark.baseline_timing) == ("recorded", None)


@pytest.mark.parametrize(
    ("summary", "most", "code"),
    [
        ({}, (0, 0), ExitCode.OK),
        ({"false_negatives": 9, "false_positives": 9}, (None, None), ExitCode.OK),
        ({"false_negatives": 2}, (2, 0), ExitCode.OK),
        ({"false_negatives": 3}, (2, None), ExitCode.MISSED),
        ({"false_positives": 1}, (None, 0), ExitCode.MISSED),
        ({"newly_wrong": ("a/b/c",)}, (None, None), ExitCode.MISSED),
        ({"not_judged": 1, "false_positives": 1}, (None, 0), ExitCode.NOT_JUDGED),
    ],
    ids=str,
)
def test_the_ending_says_what_was_missed(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    summary: dict[str, object],
    most: tuple[int | None, int | None],
    code: ExitCode,
) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    ended, _ = run(tmp_path, corpus, written=Written(**summary), most=most)
    assert ended is code
    assert capsys.readouterr().out.startswith("the table\n")


def _nothing_runs(tmp_path: Path, *files: Path, out: Path | None = None, **job: object) -> None:
    def never() -> ScriptedService:
        pytest.fail("opened")

    made = AccuracyJob(files=files, out=out or tmp_path / "out", **job)  # type: ignore[arg-type]  # the caller's fields
    run_accuracy(made, never, ScriptedBaseline)


def test_all_files_are_read_before_anything_runs(tmp_path: Path) -> None:
    good = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    bad = tmp_path / "bad.jsonl"
    bad.write_text(good.read_text() + "{\n")
    with pytest.raises(FormatError, match=r"bad\.jsonl:2: not JSON"):
        _nothing_runs(tmp_path, good, bad)


def test_inputs_that_cannot_be_used_are_said_before_anything_runs(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    (tmp_path / "other").mkdir()
    same = write_corpus(tmp_path / "other/a.jsonl", ("accepted", "AC"))
    empty = tmp_path / "empty.jsonl"
    empty.write_text(json.dumps({**json.loads(corpus.read_text()), "submissions": []}) + "\n")
    twins = tmp_path / "twins.jsonl"
    twins.write_text(corpus.read_text() * 2)
    with pytest.raises(CommandError, match="two submissions are named 'twins/"):
        _nothing_runs(tmp_path, twins)
    with pytest.raises(CommandError, match="another file is named 'a'"):
        _nothing_runs(tmp_path, corpus, same)
    with pytest.raises(CommandError, match="not a regular file"):
        _nothing_runs(tmp_path, tmp_path)
    with pytest.raises(CommandError, match="no submission to judge"):
        _nothing_runs(tmp_path, empty)
    with pytest.raises(CommandError, match=r"--out .*a\.jsonl"):
        _nothing_runs(tmp_path, corpus, out=corpus)
    with pytest.raises(CommandError, match=r"--out .*: Not a directory"):
        _nothing_runs(tmp_path, corpus, out=corpus / "reports")
    with pytest.raises(BadReport, match=r"gone\.json"):
        _nothing_runs(tmp_path, corpus, previous=tmp_path / "gone.json")


def test_a_baseline_that_does_not_start_ends_the_command_before_judging(tmp_path: Path) -> None:
    service = ScriptedService()

    def fails() -> Baseline:
        raise BaselineUnavailable("no numpy")

    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    with pytest.raises(BaselineUnavailable):
        run_accuracy(AccuracyJob(files=(corpus,), out=tmp_path), lambda: service, fails)
    assert service.opened == 0


def test_leaving_everything_out_is_not_a_success(tmp_path: Path) -> None:
    cpp = write_corpus(tmp_path / "b.jsonl", ("accepted", "AC"), language="cpp")
    with pytest.raises(CommandError, match="no submission can be judged here: language 'cpp'"):
        run(tmp_path, cpp)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--baseline", "codeforces"], "neither recorded nor lcb:PATH"),
        (["--baseline", "lcb:"], "neither recorded nor lcb:PATH"),
        (["--baseline", "lcb:/no/where"], "/no/where: no checkout of LiveCodeBench"),
        (["--baseline", "recorded", "--url", "u", "--backend", "docker"], "running --url"),
        (["--baseline", "recorded", "--url", "u", "--slots", "2"], "running --url"),
    ],
)
def test_a_wrong_command_line_is_one_line_of_bad_input(
    tmp_path: Path, more: list[str], said: str
) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    arguments = ["accuracy", str(corpus), "--out", str(tmp_path / "out"), *more]
    result = CliRunner().invoke(app, arguments)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1), result.stderr
    assert said in result.stderr


def test_its_help_names_both_baselines() -> None:
    result = CliRunner().invoke(app, ["accuracy", "--help"])
    assert result.exit_code == 0
    assert "recorded|lcb:PATH" in result.output
