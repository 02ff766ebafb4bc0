"""Owner marks: a dead owner is known for sure, anything else is left alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from sandbox.owner import is_dead, make_folder, own_mark, remove_left_folders

ROOT = Path(__file__).parents[3]
NAMESPACE = Path("/proc/self/ns/pid").stat().st_ino
GONE = 2**22 + 1  # above the most that pid_max may be


def test_this_process_is_alive() -> None:
    assert own_mark().startswith(f"{NAMESPACE}-{os.getpid()}-")
    assert own_mark() == own_mark()
    assert not is_dead(own_mark())


def test_an_ended_process_is_dead() -> None:
    source = "from sandbox.owner import own_mark; print(own_mark())"
    command = [sys.executable, "-c", source]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert is_dead(done.stdout.strip())


def test_a_pid_that_was_used_again_is_dead() -> None:
    started_ms = int(psutil.Process().create_time() * 1000)
    assert is_dead(f"{NAMESPACE}-{os.getpid()}-{started_ms - 5000}")
    assert is_dead(f"{NAMESPACE}-{os.getpid()}-0")
    assert is_dead(f"{NAMESPACE}-{os.getpid()}-{started_ms + 5000}")
    # The clock may be set while the process runs.
    assert not is_dead(f"{NAMESPACE}-{os.getpid()}-{started_ms + 500}")


def test_of_another_namespace_nothing_is_sure() -> None:
    assert not is_dead(f"{NAMESPACE + 1}-{GONE}-0")


@pytest.mark.parametrize(
    "mark",
    [
        "",
        "-",
        "--",
        "microjudge",
        str(NAMESPACE),
        f"{NAMESPACE}-{GONE}",
        f"{NAMESPACE}-{GONE}-",
        f"{NAMESPACE}-{GONE}-soon",
        f"{NAMESPACE}--{GONE}-5",
        f"{NAMESPACE}-x-5",
        f"{NAMESPACE}- -5",
    ],
)
def test_what_is_no_mark_is_left_alone(mark: str) -> None:
    assert not is_dead(mark)


@pytest.mark.parametrize("pid", ["99999999999999999999", "9" * 5000])
def test_a_pid_out_of_range_raises_nothing(pid: str) -> None:
    is_dead(f"{NAMESPACE}-{pid}-5")


def test_folders_go_with_their_owner(tmp_path: Path) -> None:
    ours = make_folder("slot", str(tmp_path))
    left = tmp_path / f"microjudge-slot-{NAMESPACE}-{GONE}-0-abc_123"
    others = [tmp_path / f"microjudge-{name}" for name in (f"fake-{left.name[16:]}", "slot-abc")]
    for folder in (left, *others):
        (folder / "within").mkdir(parents=True)
    remove_left_folders("slot", str(tmp_path))
    assert sorted(tmp_path.iterdir()) == sorted([ours, *others])
