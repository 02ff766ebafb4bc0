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


def kill_user(uid: int) -> None:
    """Send SIGKILL to every process of a user id, from PID 1.

    Real and effective id both change: with root's real id the signal would reach root's processes.
    Meanwhile the program could signal us back, which only PID 1 of a namespace can shrug off.

    Args:
        uid: an id that only judged programs have.
    """
    if os.getpid() != 1:
        raise ValueError("only PID 1 may take a program's user id for a moment")
    os.setresuid(uid, uid, 0)
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        return
    finally:
        os.setresuid(0, 0, 0)


def is_running(uid: int) -> bool:
    """Return whether any process, zombies included, has a user id."""
    wanted = str(uid).encode()
    with os.scandir("/proc") as entries:
        for entry in entries:
            if entry.name.isdigit():
                try:
                    status = Path(entry.path, "status").read_bytes()
                except OSError:
                    continue
                # The folder's owner is root where a process may not be read; the status is true.
                if wanted in status.partition(b"\nUid:")[2].partition(b"\n")[0].split():
                    return True
    return False


def start_killer(uid: int) -> None:
    """Fork a process that takes a program's user id and sends SIGKILL to all of it.

    Some process ids are kept free for the guest, so this works when the program used up its own.

    Args:
        uid: an id that only judged programs have.
    """
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(OSError):
            os.setresuid(uid, uid, uid)
            os.kill(-1, signal.SIGKILL)
        os._exit(0)


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
            start_killer(uid)
        time.sleep(0.0005)


def cpu_of(usage: resource.struct_rusage) -> float:
    """Return user plus system seconds of a resource usage."""
    return usage.ru_utime + usage.ru_stime
