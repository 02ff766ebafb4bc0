"""Ending everything that a program started, and proving that it is gone.

Standard library only. Two ways: with a user id of the program's own, one `kill(-1)` under that id
reaches all of it and nothing else; without, the descendants are found through /proc. Neither needs
to fork, so both work when the program has used up every process id.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import time
from pathlib import Path

_DEADLINE_S = 5.0


def kill_user(uid: int) -> bool:
    """Send SIGKILL to every process of a user id, from a process of root; True if there was one.

    Args:
        uid: an id that only judged programs have; never 0 and never the caller's own.
    """
    if uid <= 0 or uid == os.getuid():
        raise ValueError(f"refusing to kill all of uid {uid}")
    # Only the effective id changes: the program must not be able to signal us meanwhile.
    os.seteuid(uid)
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        return False
    finally:
        os.seteuid(0)
    return True


def descendants() -> set[int]:
    """Return the pids of every descendant of this process, deepest ones included."""
    parents: dict[int, int] = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                fields = Path(entry.path, "stat").read_bytes().rpartition(b")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
    own = os.getpid()
    family = {own}
    grown = True
    while grown:
        found = {pid for pid, parent in parents.items() if parent in family} - family
        grown = bool(found)
        family |= found
    return family - {own}


def reap_all(uid: int | None) -> tuple[bool, float]:
    """Kill and reap every child and orphan of this process.

    Args:
        uid: the program's own user id, or None where it has none.

    Returns:
        (True if none is left, CPU seconds of those that were reaped).
    """
    seconds = 0.0
    deadline = time.monotonic() + _DEADLINE_S
    while True:
        try:
            pid, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return True, seconds
        if pid:
            seconds += cpu_of(usage)
            continue
        if time.monotonic() > deadline:
            return False, seconds
        if uid is None:
            for survivor in descendants():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(survivor, signal.SIGKILL)
        else:
            kill_user(uid)
        time.sleep(0.0005)


def cpu_of(usage: resource.struct_rusage) -> float:
    """Return user plus system seconds of a resource usage."""
    return usage.ru_utime + usage.ru_stime
