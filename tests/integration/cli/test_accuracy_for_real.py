"""`microjudge accuracy` with a real sandbox and real processes, on programs of ours."""

from __future__ import annotations

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
from tests.unit.service.accuracy.livecodebench_checkout import write_checkout

WAIT_S = 120
# Runs the program in its own process, as LiveCodeBench does, and compares texts.
JUDGE = """
import contextlib, io, json, sys

def evaluate_generations_by_problem(args):
    [source], sample, debug, timeout = args
    tests = json.loads(sample["input_output"])
    results = []
    for given, answer in zip(tests["inputs"], tests["outputs"]):
        sys.stdin = io.StringIO(given)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(source, {})
        results.append(True if printed.getvalue() == answer else -2)
        if results[-1] is not True:
            break
    return [results], [{}]
"""
LEAVES = """import os
if input() == '5':
    os.write(1, 200 * b'banana ')
    os._exit(0)
print(4)
"""
PROGRAMS = (
    ("accepted", "print(2 * int(input()))"),
    ("accepted", "print(2 * int(input()), end=' \\n')"),
    ("wrong_answer", "print(4)"),
    ("accepted", LEAVES),
)


def write_problem(path: Path, *programs: tuple[str, str]) -> Path:
    row = {
        "problem_id": "double",
        "mode": "stdio",
        "time_limit_s": 5,
        "tests": [{"input": "2\n", "output": "4\n"}, {"input": "5\n", "output": "10\n"}],
        "submissions": [
            {"id": str(number), "language": "python", "code": code, "label": label}
            for number, (label, code) in enumerate(programs)
        ],
    }
    path.write_text(json.dumps(row) + "\n")
    return path


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_both_judges_judge_and_the_reports_say_so(tmp_path: Path) -> None:
    corpus = write_problem(tmp_path / "a.jsonl", *PROGRAMS)
    checkout = write_checkout(tmp_path / "lcb", judge=JUDGE)
    out = tmp_path / "out"
    arguments = ["accuracy", str(corpus), "--baseline", f"lcb:{checkout}", "--out", str(out)]
    arguments += ["--backend", "bubblewrap", "--slots", "1"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    rows = json.loads((out / "report.json").read_text())["submissions"]
    assert [(row["ours"]["verdict"], row["baseline"]["accepts"]) for row in rows] == [
        ("AC", True),
        ("AC", False),
        ("WA", False),
        ("WA", None),
    ]
    assert "status 0" in rows[3]["baseline"]["reason"]
    assert rows[2]["ours"]["test"] == rows[2]["baseline"]["test"] == 1
    assert 199 * "banana " in (out / "report.html").read_text()
    assert "Reports are in" in result.stdout

    again = CliRunner().invoke(
        app, [*arguments, "--max-fn", "0", "--previous", str(out / "report.json")]
    )
    assert again.exit_code == 1, again.output


@pytest.mark.slow
def test_an_interrupt_ends_the_other_judge_too(tmp_path: Path) -> None:
    started = tmp_path / "started"
    # Only the other judge's process has this file's folder for its own.
    judge = (
        "import pathlib, signal\n"
        "def evaluate_generations_by_problem(args):\n"
        f"    pathlib.Path({str(started)!r}).touch()\n"
        "    signal.pause()\n"
    )
    checkout = write_checkout(tmp_path / "lcb", judge=judge)
    corpus = write_problem(tmp_path / "a.jsonl", PROGRAMS[0])
    arguments = ["accuracy", str(corpus), "--baseline", f"lcb:{checkout}", "--slots", "1"]
    arguments += ["--out", str(tmp_path / "out"), "--isolation", "none"]
    with subprocess.Popen(
        [sys.executable, "-m", "service.cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    ) as process:
        while not started.exists():
            assert process.poll() is None, process.communicate()
        family = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=WAIT_S)
    assert process.returncode == 130
    assert stderr.endswith("microjudge: interrupted\n")
    assert family
    _, alive = psutil.wait_procs(family, timeout=WAIT_S)
    assert alive == []
