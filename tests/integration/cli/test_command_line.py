"""The commands as they are typed: exit codes, one-line errors, nothing heavy for `--help`."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandbox.errors import BackendUnavailable, SlotLost
from service.cli.exit_codes import CommandError, ExitCode, exit_code_of
from service.cli.main import app
from service.errors import BadInput, NoWorker, QueueFull, StartFailed, Stopping, UnknownBatch
from tests.integration.cli.scripted_service import write_corpus
from trainer_client.errors import (
    BatchLost,
    ContractBroken,
    FormatError,
    NotFinished,
    RequestRefused,
    ServiceBusy,
    ServiceUnreachable,
)

CLI = CliRunner()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (CommandError("x"), 2),
        (CommandError("x", code=ExitCode.NOT_JUDGED), 3),
        (FormatError("a", 1, "x"), 2),
        (RequestRefused("x", status_code=422, code="", request_id="", path=None), 2),
        (BatchLost("x", status_code=404, code="", request_id="", path=None), 3),
        (ServiceUnreachable("x"), 3),
        (ServiceBusy("x"), 3),
        (NotFinished("x"), 3),
        (ContractBroken("x"), 3),
        (BackendUnavailable("x"), 2),
        (SlotLost("x"), 3),
        (StartFailed("x"), 2),
        (BadInput("x"), 2),
        (UnknownBatch("x"), 3),
        (QueueFull("x"), 3),
        (NoWorker("x"), 3),
        (Stopping("x"), 3),
        (KeyboardInterrupt(), 130),
    ],
)
def test_every_expected_error_has_its_exit_code(error: BaseException, code: int) -> None:
    assert exit_code_of(error) == code


def test_a_bug_of_ours_has_none() -> None:
    assert exit_code_of(KeyError("x")) is None


@pytest.mark.parametrize(
    "command", [[], ["serve"], ["judge"], ["run"], ["doctor"], ["demo"]], ids=str
)
def test_help_is_there_for_every_command(command: list[str]) -> None:
    result = CLI.invoke(app, [*command, "--help"])
    assert result.exit_code == 0
    assert "--help" in result.output


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, service.cli.main\n"
        "heavy = {'pydantic', 'httpx', 'rich', 'docker', 'fastapi', 'uvicorn', 'structlog'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "arguments",
    [
        ["judge"],
        ["judge", "a.jsonl", "--backend", "chroot"],
        ["judge", "a.jsonl", "--slots", "0"],
        ["serve", "--port", "70000"],
        ["fly"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_bad_input(arguments: list[str]) -> None:
    assert CLI.invoke(app, arguments).exit_code == 2


def test_an_expected_error_is_one_line_and_no_traceback(tmp_path: Path) -> None:
    result = CLI.invoke(app, ["judge", str(tmp_path / "gone.jsonl")])
    assert result.exit_code == 2
    assert result.stderr == f"microjudge: {tmp_path}/gone.jsonl: No such file or directory\n"
    assert result.stdout == ""


def test_a_service_that_is_not_there_is_not_judged_and_not_a_verdict(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    result = CLI.invoke(app, ["judge", str(corpus), "--url", "judge.test"])
    assert result.exit_code == 3
    assert result.stderr.startswith("microjudge: judge.test: ")
    assert result.stdout == ""


def test_options_of_the_embedded_service_are_refused_with_a_url(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    arguments = ["judge", str(corpus), "--url", "http://judge.test", "--slots", "1"]
    result = CLI.invoke(app, arguments)
    assert (result.exit_code, "--slots" in result.stderr) == (2, True)


def test_settings_that_are_no_settings_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = write_corpus(tmp_path / "a.jsonl", ("accepted", "AC"))
    monkeypatch.setenv("MICROJUDGE_PORT", "many")
    result = CLI.invoke(app, ["judge", str(corpus)])
    assert result.exit_code == 2
    assert result.stderr.startswith("microjudge: settings: port: ")


def run(tmp_path: Path, source: str, *options: str) -> tuple[int, str, str]:
    program = tmp_path / "a.py"
    program.write_text(source)
    result = CLI.invoke(app, ["run", str(program), "--isolation", "none", *options])
    return result.exit_code, result.stdout, result.stderr


def typed(tmp_path: Path, ending: str) -> subprocess.CompletedProcess[str]:
    """Run a program that prints a line, with a shell's redirections behind the command."""
    program = tmp_path / "a.py"
    program.write_text("print('out')")
    command = [sys.executable, "-m", "service.cli", "run", str(program), "--isolation", "none"]
    return subprocess.run(
        ["/bin/sh", "-c", f"exec {shlex.join(command)} {ending}"],
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_output_without_room_is_one_line(tmp_path: Path) -> None:
    done = typed(tmp_path, "> /dev/full")
    told = done.stderr.splitlines()
    assert (done.returncode, told[-1]) == (3, "microjudge: [Errno 28] No space left on device")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("ending", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_change_no_exit_code(tmp_path: Path, ending: str) -> None:
    done = typed(tmp_path, ending)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert done.stdout == ("out\n" if ending in {"<&-", "2>&-"} else "")


def test_run_shows_output_and_facts(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("abc\n")
    code, stdout, stderr = run(
        tmp_path, "print(input()[::-1])", "--stdin", str(tmp_path / "in"), "--cpu-time-s", "3"
    )
    assert (code, stdout) == (0, "cba\n")
    assert "exited with 0" in stderr
    assert "of 3 s" in stderr


def test_run_as_json_is_the_answer_of_the_service(tmp_path: Path) -> None:
    code, stdout, stderr = run(tmp_path, "import sys; print(1); sys.exit(7)", "--json")
    answer = json.loads(stdout)
    assert (code, stderr) == (1, "")
    assert (answer["exit_kind"], answer["exit_code"], answer["stdout"]) == ("exited", 7, "1\n")
    assert answer["backend"] == "fake"


def test_run_as_json_says_what_was_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROJUDGE_DEFAULT_OUTPUT_BYTES", "200000")
    source = "import sys; sys.stderr.write('e' * 100_000); print('o' * 300_000)"
    answer = json.loads(run(tmp_path, source, "--json")[1])
    assert answer["exit_kind"] == "output_limit"
    assert (answer["stdout_truncated"], answer["stderr_truncated"]) == (True, True)


def test_run_of_a_program_that_does_not_compile_says_so(tmp_path: Path) -> None:
    code, stdout, stderr = run(tmp_path, "def f(:\n")
    assert (code, stdout) == (1, "")
    assert "SyntaxError" in stderr
    assert "could not be compiled" in stderr


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--language", "cobol"], "language 'cobol' is not offered; there are python"),
        (["--memory-mb", "1"], "memory_bytes: "),
        (["--cpu-time-s", "0"], "cpu_time_s: "),
        (["--stdin", "/gone"], "/gone: No such file or directory"),
    ],
    ids=str,
)
def test_run_refuses_what_it_cannot_do(tmp_path: Path, options: list[str], what: str) -> None:
    code, stdout, stderr = run(tmp_path, "print(1)", *options)
    assert (code, stdout) == (2, "")
    assert stderr.startswith(f"microjudge: {what}")
