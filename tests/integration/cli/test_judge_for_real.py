"""The commands with a real engine and real processes, on programs of ours (mostly unisolated)."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from typer.testing import CliRunner

from service.cli.main import app

WAIT_S = 120
PROBLEM = {
    "problem_id": "double",
    "mode": "stdio",
    "time_limit_s": 5,
    "tests": [{"input": "2\n", "output": "4\n"}, {"input": "5\n", "output": "10\n"}],
}


def corpus(path: Path, *programs: tuple[str, str]) -> Path:
    submissions = [
        {"id": str(number), "language": "python", "code": code, "label": label}
        for number, (label, code) in enumerate(programs)
    ]
    path.write_text(json.dumps({**PROBLEM, "submissions": submissions}) + "\n")
    return path


def test_a_corpus_is_judged_by_an_engine_of_its_own(tmp_path: Path) -> None:
    path = corpus(
        tmp_path / "a.jsonl",
        ("accepted", "print(2 * int(input()))"),
        ("wrong_answer", "print(4)"),
        ("runtime_error", "print(1 / 0)"),
    )
    arguments = ["judge", str(path), "--isolation", "none", "--slots", "1"]
    result = CliRunner().invoke(app, [*arguments, "--reward", "fraction"])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0, result.stderr
    assert [(row["verdict"], row["reward"], row["passed"], row["total"]) for row in rows] == [
        ("AC", 1.0, 2, 2),
        ("WA", 0.5, 1, 2),
        ("RE", 0.0, 0, 2),
    ]
    assert rows[0]["match_rules"] == ["exact"]
    assert "3 of 3 labels agree." in result.stderr
    assert "not isolated" in result.stderr


def test_an_unknown_policy_is_bad_input(tmp_path: Path) -> None:
    path = corpus(tmp_path / "a.jsonl", ("accepted", "print(2 * int(input()))"))
    arguments = ["judge", str(path), "--isolation", "none", "--slots", "1", "--policy", "vibes"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert "vibes" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_an_interrupt_ends_everything_and_says_so(tmp_path: Path, number: signal.Signals) -> None:
    started = tmp_path / "started"
    code = f"open({str(started)!r}, 'w').close()\nwhile True: pass"
    path = corpus(tmp_path / "a.jsonl", ("time_limit", code))
    arguments = ["judge", str(path), "--isolation", "none", "--slots", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "service.cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "MICROJUDGE_MAX_CPU_TIME_S": "60"},
    ) as process:
        family = _family_once(process, started)
        process.send_signal(number)
        stdout, stderr = process.communicate(timeout=WAIT_S)
    assert (process.returncode, stdout, stderr) == (130, "", "microjudge: interrupted\n")
    _, alive = psutil.wait_procs(family, timeout=WAIT_S)
    assert alive == []


def _family_once(process: subprocess.Popen[str], started: Path) -> list[psutil.Process]:
    """Return the process's descendants once the judged program has said that it runs."""
    while not started.exists():
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=0.05)
            pytest.fail("the command ended by itself")
    return psutil.Process(process.pid).children(recursive=True)


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_the_demo_judges_its_batch_and_leaves_nothing() -> None:
    mark = f"demo-test-{os.getpid()}"
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", "demo", "--backend", "bubblewrap"],
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
        env={**os.environ, "DEMO_TEST_MARK": mark},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Ran in bubblewrap" in done.stdout
    assert "The service has stopped." in done.stdout
    assert [process for process in psutil.process_iter() if _has(process, mark)] == []


def _has(process: psutil.Process, mark: str) -> bool:
    try:
        return process.environ().get("DEMO_TEST_MARK") == mark
    except psutil.Error:
        return False
