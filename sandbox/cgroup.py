"""The host's side of a slot's cgroup, v1 or v2: make it, limit it, read its peak, remove it.

Imports the standard library only. A cgroup is a set of folders (one a controller in v1, one in all
in v2). Where this process may not write them, the functions answer None or do nothing, and the
backend reports the guarantee as off.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sandbox.model import MIB

CGROUP_ROOT = Path("/sys/fs/cgroup")
PROC = Path("/proc")
PARENT = "microjudge"
# What the guest itself needs: the supervisor, two zygotes, a runner, and kernel memory for them.
GUEST_OVERHEAD_BYTES = 64 * MIB
_V1_CONTROLLERS = ("memory", "pids", "cpuacct")
_V2_CONTROLLERS = ("memory", "pids", "cpu")
_REMOVE_DEADLINE_S = 5.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Cgroup:
    """One cgroup.

    Attributes:
        memory: folder of the memory controller.
        pids: folder of the pids controller.
        cpu: folder that holds the CPU time counter.
        unified: True for v2.
    """

    memory: Path
    pids: Path
    cpu: Path
    unified: bool

    @property
    def folders(self) -> list[Path]:
        """Return its folders, each once."""
        return sorted({self.memory, self.pids, self.cpu})

    def limit_pids(self, count: int) -> None:
        """Allow this many processes and threads."""
        (self.pids / "pids.max").write_text(str(count))

    def remove(self) -> None:
        """Remove the folders once the last process is gone; gives up quietly after a while."""
        deadline = time.monotonic() + _REMOVE_DEADLINE_S
        for folder in self.folders:
            while folder.exists() and time.monotonic() < deadline:
                try:
                    folder.rmdir()
                except OSError:
                    time.sleep(0.01)


class MemoryGauge:
    """A `sandbox.slot.MemoryLimiter` over the files of a memory cgroup."""

    def __init__(self, folder: Path, *, unified: bool) -> None:
        """Open the files.

        Args:
            folder: the memory controller's folder.
            unified: True for v2.

        Raises:
            OSError: the files are not there or may not be written.
        """
        names = (
            ("memory.max", "memory.swap.max", "memory.current", "memory.peak")
            if unified
            else (
                "memory.limit_in_bytes",
                "memory.memsw.limit_in_bytes",
                "memory.usage_in_bytes",
                "memory.max_usage_in_bytes",
            )
        )
        self._limit, self._swap, self._usage, peak = (folder / name for name in names)
        self._events = folder / ("memory.events" if unified else "memory.oom_control")
        self._unified = unified
        if not os.access(self._limit, os.W_OK):
            raise PermissionError(f"{self._limit} may not be written")
        self._granted = 0
        self._idle_bytes = 0
        try:
            self._peak = os.open(peak, os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            self._peak = -1

    def set_limit(self, memory_bytes: int) -> None:
        """Let the slot's program use this many bytes, and no swap."""
        if memory_bytes == self._granted:
            return
        total = str(memory_bytes + GUEST_OVERHEAD_BYTES)
        if self._unified:
            self._limit.write_text(total)
            if self._swap.exists():
                self._swap.write_text("0")
        else:
            self._set_v1(total)
        self._granted = memory_bytes

    def _set_v1(self, total: str) -> None:
        """Set both limits of v1; memory may never exceed memory + swap, whichever way both move."""
        if not self._swap.exists():
            self._limit.write_text(total)
            return
        raising = int(total) > int(self._limit.read_text())
        for file in (self._swap, self._limit) if raising else (self._limit, self._swap):
            file.write_text(total)

    def start_peak(self) -> None:
        """Begin a new measurement of the peak; a kernel that cannot leaves it unknown."""
        if self._peak < 0:
            return
        try:
            os.pwrite(self._peak, b"0\n", 0)
        except OSError:
            os.close(self._peak)
            self._peak = -1
            return
        self._idle_bytes = int(self._usage.read_text())

    def oom_kills(self) -> int:
        """Return how many processes the kernel killed for want of memory, 0 where unknown."""
        try:
            lines = self._events.read_text().splitlines()
        except OSError:
            return 0
        return sum(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))

    def peak_bytes(self) -> int:
        """Return the peak above the idle slot, 0 where unknown."""
        if self._peak < 0:
            return 0
        return max(0, int(os.pread(self._peak, 32, 0)) - self._idle_bytes)

    def close(self) -> None:
        """Close the files."""
        if self._peak >= 0:
            os.close(self._peak)
            self._peak = -1


def gauge_of(cgroup: Cgroup | None) -> MemoryGauge | None:
    """Return a gauge over a cgroup's memory files, or None where they may not be written."""
    if cgroup is None:
        return None
    with contextlib.suppress(OSError):
        return MemoryGauge(cgroup.memory, unified=cgroup.unified)
    return None


def create(name: str, *, root: Path = CGROUP_ROOT) -> Cgroup | None:
    """Make a cgroup under `microjudge/`, or None where this process may not.

    Args:
        name: one folder name, unique on the machine.
        root: where the kernel shows its cgroups.
    """
    make = _create_v2 if _is_unified(root) else _create_v1
    try:
        return make(name, root)
    except OSError:
        return None


def _create_v1(name: str, root: Path) -> Cgroup:
    folders = {controller: root / controller / PARENT / name for controller in _V1_CONTROLLERS}
    try:
        for folder in folders.values():
            folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        for folder in folders.values():
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise
    return Cgroup(
        memory=folders["memory"], pids=folders["pids"], cpu=folders["cpuacct"], unified=False
    )


def _create_v2(name: str, root: Path) -> Cgroup:
    parent = root / PARENT
    parent.mkdir(exist_ok=True)
    wanted = " ".join(f"+{controller}" for controller in _V2_CONTROLLERS)
    for folder in (root, parent):
        (folder / "cgroup.subtree_control").write_text(wanted)
    folder = parent / name
    folder.mkdir(exist_ok=True)
    return Cgroup(memory=folder, pids=folder, cpu=folder, unified=True)


def of_process(pid: int, *, root: Path = CGROUP_ROOT, proc: Path = PROC) -> Cgroup | None:
    """Return the cgroup that a process is in, or None where its files cannot be found.

    Args:
        pid: a process id as this process sees it.
        root: where the kernel shows its cgroups.
        proc: where the kernel shows its processes.
    """
    try:
        lines = (proc / str(pid) / "cgroup").read_text().splitlines()
    except OSError:
        return None
    folders: dict[str, Path] = {}
    for line in lines:
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(",") if controllers else [""]:
            folders[controller] = root / controller / path.lstrip("/")
    if _is_unified(root):
        folder = folders.get("")
        found = Cgroup(memory=folder, pids=folder, cpu=folder, unified=True) if folder else None
    elif {"memory", "pids", "cpuacct"} <= folders.keys():
        found = Cgroup(
            memory=folders["memory"], pids=folders["pids"], cpu=folders["cpuacct"], unified=False
        )
    else:
        found = None
    return found if found is not None and found.memory.is_dir() else None


def remove_orphans(is_orphan: Callable[[str], bool], *, root: Path = CGROUP_ROOT) -> None:
    """Remove the empty cgroups of dead owners.

    Args:
        is_orphan: tells by a cgroup's name whether its owner is gone.
        root: where the kernel shows its cgroups.
    """
    tops = [root] if _is_unified(root) else [root / name for name in _V1_CONTROLLERS]
    for top in tops:
        parent = top / PARENT
        for folder in parent.iterdir() if parent.is_dir() else ():
            if folder.is_dir() and is_orphan(folder.name):
                with contextlib.suppress(OSError):
                    folder.rmdir()


def _is_unified(root: Path) -> bool:
    return (root / "cgroup.controllers").exists()
