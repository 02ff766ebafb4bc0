"""What the kernel counted for the slot: CPU time and kills for want of memory.

Standard library only. Reads the cgroup's own files, v1 or v2, as they are visible in the box; where
there is none the readers say so and the caller falls back on what `wait4` knows.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import NamedTuple


class CgroupFiles(NamedTuple):
    """Open descriptors of the slot's counters; -1 where the kernel gives none.

    Attributes:
        cpu: `cpuacct.usage` (v1, nanoseconds) or `cpu.stat` (v2, `usage_usec`).
        oom: `memory.oom_control` (v1) or `memory.events` (v2), a line `oom_kill N` in both.
    """

    cpu: int
    oom: int


def open_cgroup(roots: list[str]) -> CgroupFiles:
    """Open the counters under the given folders.

    Args:
        roots: folders that may hold the slot's cgroup files, searched in order.

    Returns:
        Descriptors that stay readable whatever the process becomes.
    """
    names = (("cpuacct.usage", "cpu.stat"), ("memory.oom_control", "memory.events"))
    found: list[int] = []
    for choices in names:
        paths = [Path(root) / name for name in choices for root in roots]
        path = next((path for path in paths if path.exists()), None)
        found.append(os.open(path, os.O_RDONLY | os.O_CLOEXEC) if path else -1)
    return CgroupFiles(*found)


def cpu_seconds(descriptor: int) -> float:
    """Return the CPU seconds that the slot has used so far, 0.0 without a counter."""
    if descriptor < 0:
        return 0.0
    text = os.pread(descriptor, 4096, 0)
    if text.startswith(b"usage_usec "):
        return int(text.split(None, 2)[1]) / 1e6
    return int(text) / 1e9


def oom_kills(descriptor: int) -> int:
    """Return how many processes of the slot were killed for want of memory, 0 without a counter."""
    if descriptor < 0:
        return 0
    for line in os.pread(descriptor, 4096, 0).splitlines():
        name, _, value = line.partition(b" ")
        if name == b"oom_kill":
            return int(value)
    return 0


def waiting_seconds(pids: set[int]) -> float:
    """Return the seconds that the threads of some processes were ready to run and had no CPU.

    Threads add up, so that a program whose main thread only waits for another is read right.

    Args:
        pids: processes; those that are gone count nothing.

    Source: the second field of schedstat (Documentation/scheduler/sched-stats.rst).
    """
    total_ns = 0
    for pid in pids:
        with contextlib.suppress(OSError, IndexError, ValueError):
            for thread in os.scandir(f"/proc/{pid}/task"):
                total_ns += int(Path(thread.path, "schedstat").read_text().split()[1])
    return total_ns / 1e9


def cpu_seconds_of(pids: set[int]) -> float:
    """Return the CPU seconds of some processes and their waited children: without a cgroup."""
    ticks = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            continue
        # utime, stime and those of waited children: fields 14 to 17 of proc_pid_stat(5).
        ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def resident_bytes(pids: set[int]) -> int:
    """Return the resident bytes of some processes, a page that n share counted as 1/n in each.

    Source: `Pss` in /proc/<pid>/smaps_rollup (proc_pid_smaps(5)).
    """
    total_kib = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_bytes().splitlines():
                if line.startswith(b"Pss:"):
                    total_kib += int(line.split()[1])
    return total_kib * 1024
