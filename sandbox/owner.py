"""Who owns a slot: a mark that outlives its process, so that the next start can clean up.

Imports psutil. A mark names the PID namespace, the process and when it started; a process id alone
is used again by others.
"""

from __future__ import annotations

import os
from pathlib import Path

import psutil

_FIELDS = 3


def own_mark() -> str:
    """Return this process's mark: `<pid namespace>-<pid>-<start time in ms>`."""
    started_ms = int(psutil.Process().create_time() * 1000)
    return f"{_pid_namespace()}-{os.getpid()}-{started_ms}"


def is_dead(mark: str) -> bool:
    """Return whether the process of a mark is surely gone.

    Args:
        mark: what `own_mark` gave, perhaps in another container; then nothing is sure.
    """
    fields = mark.split("-")
    if len(fields) < _FIELDS or fields[0] != str(_pid_namespace()):
        return False
    try:
        pid, started_ms = int(fields[1]), int(fields[2])
    except ValueError:
        return False
    try:
        return abs(int(psutil.Process(pid).create_time() * 1000) - started_ms) > 1000  # noqa: PLR2004 - clocks drift; a second tells two processes apart
    except psutil.NoSuchProcess:
        return True


def _pid_namespace() -> int:
    return Path("/proc/self/ns/pid").stat().st_ino
