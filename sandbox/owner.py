"""Who owns a slot or a folder: a mark that outlives its process, so that the next start cleans up.

Imports psutil. A mark names the PID namespace, the process and when it started; a process id alone
is used again by others.
"""

from __future__ import annotations

import os
import shutil
import tempfile
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


def make_folder(kind: str, place: str | None = None) -> Path:
    """Return a new empty folder that carries this process's mark.

    Args:
        kind: what it is for, one word.
        place: where it is made; None is the place for temporary files.
    """
    return Path(tempfile.mkdtemp(prefix=f"microjudge-{kind}-{own_mark()}-", dir=place))


def remove_left_folders(kind: str, place: str | None = None) -> None:
    """Remove the folders of `make_folder` whose owner is surely gone."""
    prefix = f"microjudge-{kind}-"
    for folder in Path(place or tempfile.gettempdir()).glob(f"{prefix}*"):
        if is_dead(folder.name.removeprefix(prefix).rpartition("-")[0]):
            shutil.rmtree(folder, ignore_errors=True)


def _pid_namespace() -> int:
    return Path("/proc/self/ns/pid").stat().st_ino
