"""What LiveCodeBench's judge, and so a judged program, can do inside bubblewrap."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

from service.accuracy.livecodebench.checkout import find_checkout
from service.accuracy.livecodebench.judge import LiveCodeBenchBaseline
from tests.unit.service.accuracy.livecodebench_checkout import asked, write_checkout

pytestmark = pytest.mark.bubblewrap

LOOK = """
import os, pathlib, socket
def fails(call, *arguments):
    try:
        call(*arguments)
    except OSError:
        return True
    return False
here = pathlib.Path(os.getcwd())
said = {
    "root": os.geteuid() == 0,
    "sees others": len([name for name in os.listdir("/proc") if name.isdigit()]) > 6,
    "sees the file": pathlib.Path(FILE).exists(),
    "changes the checkout": not fails(pathlib.Path(CHECKOUT, "new").touch),
    "changes the system": not fails(pathlib.Path("/usr/new").touch),
    "network": [name for _, name in socket.if_nameindex() if name != "lo"],
    "scratch": fails((here / "new").touch),
    "shared memory": fails(pathlib.Path("/dev/shm/new").touch),
}
metadata = {"error": said}
results = [-4]
"""


def test_it_sees_and_changes_nothing_but_its_scratch(tmp_path: Path) -> None:
    secret = tmp_path / "corpus.jsonl"
    secret.write_text("answers")
    checkout = write_checkout(tmp_path / "lcb")
    source = f"FILE = {str(secret)!r}\nCHECKOUT = {str(checkout)!r}\n{LOOK}"
    baseline = LiveCodeBenchBaseline(find_checkout(checkout, python=None))
    [opinion] = baseline.judge([asked(source)], workers=1, on_judged=lambda _: None).opinions
    assert {name for name, on in ast.literal_eval(opinion.reason).items() if on} == set()
    assert not (checkout / "new").exists()
    assert "in bubblewrap" in baseline.name


def test_a_death_in_the_box_costs_one_submission(tmp_path: Path) -> None:
    checkout = find_checkout(write_checkout(tmp_path / "lcb"), python=None)
    sources = ["import os; os._exit(3)", "results = [True]"]
    run = LiveCodeBenchBaseline(checkout).judge(
        [asked(source) for source in sources], workers=1, on_judged=lambda _: None
    )
    assert [opinion.accepts for opinion in run.opinions] == [None, True]
    assert run.opinions[0].reason == "its process died (status 3)"


def test_as_root_it_is_another_user(tmp_path: Path) -> None:
    checkout = write_checkout(tmp_path / "lcb")
    (checkout / "key").write_text("secret")
    (checkout / "key").chmod(0o600)
    source = f"open({str(checkout / 'key')!r}).read(); results = [True]"
    run = LiveCodeBenchBaseline(find_checkout(checkout, python=None)).judge(
        [asked(source)], workers=1, on_judged=lambda _: None
    )
    assert ("Permission denied" in run.opinions[0].reason) == (os.geteuid() == 0)
