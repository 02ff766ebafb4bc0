"""Judging corpus files on a scripted service: order, exit codes, and what is refused when."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from service.cli.exit_codes import CommandError, ExitCode
from service.cli.judge_corpus import CorpusJob, judge_corpus
from service.cli.work import BatchOptions
from service.errors import BadInput, QueueFull
from tests.integration.cli.scripted_service import ScriptedService, write_corpus
from trainer_client.formats import FormatError
from trainer_client.wire import BatchRequest


def lines_of(text: str) -> list[tuple[str, str, str]]:
    rows = [json.loads(line) for line in text.splitlines()]
    return [(row["problem_id"], row["submission_id"], row["verdict"]) for row in rows]


def test_lines_stand_in_the_order_of_the_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = write_corpus(tmp_path / "one.jsonl", *[("accepted", "AC")] * 5)
    two = write_corpus(tmp_path / "two.jsonl", ("wrong_answer", "WA"))
    service = ScriptedService()
    code = judge_corpus(
        CorpusJob(files=(two, one), options=BatchOptions(most_submissions=2)), lambda: service
    )
    captured = capsys.readouterr()
    assert code is ExitCode.OK
    assert lines_of(captured.out) == [
        ("two", "0", "WA"),
        *(("one", str(number), "AC") for number in range(5)),
    ]
    assert "6 of 6 labels agree." in captured.err
    assert (service.opened, service.closed, service.most_in_flight) == (1, 1, 2)


def test_with_out_the_lines_go_there_and_the_summary_to_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = write_corpus(tmp_path / "one.jsonl", ("accepted", "AC"))
    out = tmp_path / "results.jsonl"
    judge_corpus(CorpusJob(files=(corpus,), out=out), ScriptedService)
    captured = capsys.readouterr()
    assert lines_of(out.read_text()) == [("one", "0", "AC")]
    assert "1 of 1 labels agree." in captured.out
    assert "Ran in scripted (none)." in captured.out
    assert captured.err == ""


@pytest.mark.parametrize(
    ("programs", "code"),
    [
        ([("accepted", "AC"), ("runtime_error", "TLE")], ExitCode.OK),
        ([("accepted", "WA"), ("accepted", "AC")], ExitCode.MISSED),
        ([("wrong_answer", "AC")], ExitCode.MISSED),
        ([("accepted", "IE")], ExitCode.NOT_JUDGED),
        ([("accepted", "WA"), ("wrong_answer", "IE")], ExitCode.NOT_JUDGED),
    ],
)
def test_exit_codes_say_what_was_missed(
    tmp_path: Path, programs: list[tuple[str, str]], code: ExitCode
) -> None:
    corpus = write_corpus(tmp_path / "one.jsonl", *programs)
    assert judge_corpus(CorpusJob(files=(corpus,)), ScriptedService) is code


def test_languages_that_are_not_offered_are_refused_before_anything_is_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    python = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    cpp = write_corpus(tmp_path / "b.jsonl", ("accepted", "AC"), language="cpp")
    service = ScriptedService()
    with pytest.raises(CommandError, match=r"1 submissions: language 'cpp' is not offered") as no:
        judge_corpus(CorpusJob(files=(python, cpp)), lambda: service)
    assert no.value.code is ExitCode.BAD_INPUT
    assert "--only-language" in str(no.value)
    assert service.most_in_flight == 0
    assert service.closed == 1
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("how", ["only", "skip"])
def test_they_can_be_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str], how: str) -> None:
    python = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    cpp = write_corpus(tmp_path / "b.jsonl", ("accepted", "AC"), language="cpp")
    only = frozenset({"python"}) if how == "only" else frozenset[str]()
    job = CorpusJob(files=(python, cpp), only_languages=only, skip_unsupported=how == "skip")
    assert judge_corpus(job, ScriptedService) is ExitCode.OK
    captured = capsys.readouterr()
    assert lines_of(captured.out) == [("a", "0", "AC")]
    left_out = "Left out: 1 submissions, language 'cpp' is not offered."
    assert (left_out in captured.err) == (how == "skip")


def test_leaving_everything_out_is_not_a_success(tmp_path: Path) -> None:
    cpp = write_corpus(tmp_path / "b.jsonl", ("accepted", "AC"), language="cpp")
    with pytest.raises(CommandError, match="no submission can be judged here"):
        judge_corpus(CorpusJob(files=(cpp,), skip_unsupported=True), ScriptedService)
    with pytest.raises(CommandError, match="no submission to judge in the files"):
        judge_corpus(CorpusJob(files=(cpp,), only_languages=frozenset({"ada"})), ScriptedService)


def test_a_bad_row_ends_the_command_before_a_service_is_opened(tmp_path: Path) -> None:
    good = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    bad = tmp_path / "bad.jsonl"
    bad.write_text(good.read_text() + "{\n")
    service = ScriptedService()
    with pytest.raises(FormatError, match=r"bad\.jsonl:2: not JSON"):
        judge_corpus(CorpusJob(files=(good, bad)), lambda: service)
    assert service.opened == 0


def test_a_folder_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="not a regular file"):
        judge_corpus(CorpusJob(files=(tmp_path,)), ScriptedService)


def test_a_file_to_judge_is_no_place_for_the_lines(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    before = corpus.read_bytes()
    link = tmp_path / "link.jsonl"
    link.symlink_to(corpus)
    for out in (corpus, link):
        with pytest.raises(CommandError, match="a file to judge"):
            judge_corpus(CorpusJob(files=(corpus,), out=out), ScriptedService)
    assert corpus.read_bytes() == before


def test_an_output_that_cannot_be_written_is_said_before_judging(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    service = ScriptedService()
    job = CorpusJob(files=(corpus,), out=tmp_path / "no" / "where.jsonl")
    with pytest.raises(CommandError, match="No such file or directory"):
        judge_corpus(job, lambda: service)
    assert service.opened == 0


def test_what_the_service_refuses_is_named_as_the_corpus_names_it(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"), ("accepted", "AC"))

    def refuse(_request: BatchRequest) -> None:
        raise BadInput("source 9 > 8 bytes", path="submissions.1.source")

    with pytest.raises(CommandError, match=r"^a 1: source 9 > 8 bytes$"):
        judge_corpus(CorpusJob(files=(corpus,)), lambda: ScriptedService(refuse=refuse))


def test_a_fault_of_the_service_closes_it_and_is_passed_on(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))

    def refuse(_request: BatchRequest) -> None:
        raise QueueFull("no room")

    service = ScriptedService(refuse=refuse)
    with pytest.raises(QueueFull):
        judge_corpus(CorpusJob(files=(corpus,)), lambda: service)
    assert service.closed == 1
