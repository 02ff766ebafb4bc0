"""Ending what a program started: found however deep, killed, reaped."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from sandbox.guest import kernel, processes

ROOT = Path(__file__).parents[3]
# A shell that starts another, which names its own child, a sleeper in a session of its own.
FAMILY = "sh -c 'setsid sleep 1000 & echo $! $$; wait' & wait"


@contextlib.contextmanager
def family() -> Generator[tuple[int, set[int]]]:
    """Start a shell with a child and a grandchild; give its pid and theirs."""
    with subprocess.Popen(["/bin/sh", "-c", FAMILY], stdout=subprocess.PIPE) as shell:
        assert shell.stdout is not None
        younger = {int(pid) for pid in shell.stdout.readline().split()}
        try:
            yield shell.pid, younger
        finally:
            for pid in (shell.pid, *younger):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, 9)


def test_descendants_are_found_however_deep() -> None:
    with family() as (shell, younger):
        found = processes.descendants()
        assert len(younger) == 2
        assert {shell, *younger} <= found
        assert os.getpid() not in found
        assert os.getppid() not in found
    assert not {shell} & processes.descendants()


def in_a_process(source: str) -> str:
    """Run code in a process of its own, whose every child may be ended; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return done.stdout


REAP = f"""
import subprocess
from sandbox.guest import kernel, processes
kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
shell = subprocess.Popen(["/bin/sh", "-c", {FAMILY!r}], stdout=subprocess.PIPE)
before = {{shell.pid, *map(int, shell.stdout.readline().split())}}
print(len(before & processes.descendants()))
gone, seconds = processes.reap_all(None)
print(gone, 0 <= seconds < 60, processes.descendants())
shell.returncode = 0
"""


def test_what_left_its_session_is_reaped_too() -> None:
    assert in_a_process(REAP).splitlines() == ["3", "True True set()"]


def test_with_no_child_there_is_nothing_to_reap() -> None:
    source = "from sandbox.guest import processes; print(processes.reap_all(None))"
    assert in_a_process(source) == "(True, 0.0)\n"


def test_the_cpu_time_of_orphans_is_counted() -> None:
    source = """
import os, signal, time
from sandbox.guest import processes
reading, writing = os.pipe()
if os.fork() == 0:
    while time.process_time() < 0.05:
        pass
    os.write(writing, b"x")
    signal.pause()
os.read(reading, 1)
gone, seconds = processes.reap_all(None)
print(gone, seconds >= 0.03)
"""
    assert in_a_process(source) == "True True\n"


def test_only_pid_1_takes_a_programs_user_id() -> None:
    assert os.getpid() != 1
    with pytest.raises(ValueError, match="PID 1"):
        processes.kill_user(12345)


def test_a_user_id_runs_while_one_of_its_processes_does() -> None:
    assert processes.is_running(os.getuid())
    assert not processes.is_running(2**31 - 17)


def test_prctl_says_what_the_kernel_refused() -> None:
    with pytest.raises(OSError, match="Invalid argument"):
        kernel.prctl(9999, 0)
