"""Slots in bubblewrap: for machines without Docker (cluster nodes, laptops).

Covered as root: network, PID, IPC and UTS namespaces of its own, read-only root, capabilities
dropped to those that change the user and kill, a fresh user id a submission, our system call
filter, memory, pids and CPU counters by a cgroup of its own. Covered without root: the same but for
user ids and cgroups; then a program shares the guest's user id and can end its own slot (which
costs a retry or an internal error, never a reward), and memory is limited by RLIMIT_DATA and by
looking ten times a second, which files in scratch escape.
Not covered: attacks on the kernel itself. Programs see the sandbox image's root tree where
`make rootfs` has unpacked it, else this machine's /usr and Python.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from sandbox import cgroup
from sandbox.backends.box import (
    CGROUP_IN_BOX,
    GUEST_PIDS,
    HOME,
    HOSTNAME,
    MAX_PIDS,
    SCRATCH_BYTES,
    SHARED_MEMORY_BYTES,
    STACK_BYTES,
    box_fields,
)
from sandbox.backends.process import (
    GUEST_FOLDER,
    GUEST_IN_BOX,
    end_process,
    guest_command,
    start_process,
)
from sandbox.errors import BackendUnavailable, SandboxError
from sandbox.image import rootfs_path
from sandbox.model import Guarantees
from sandbox.owner import is_dead, own_mark
from sandbox.slot import GuestSlot

_HOST_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/etc/alternatives")
_TRIAL_TIMEOUT_S = 30
_HOST_FILES = ("/etc/ld.so.cache", "/etc/localtime")
# Enters the cgroup before bubblewrap starts, so that nothing of the slot is ever outside it. Of the
# stack only the soft limit is low: programs that recurse deeply raise it, and fail if they may not.
_ENTER = (
    'n=$1; shift; while [ "$n" -gt 0 ]; do echo $$ > "$1"; shift; n=$((n-1)); done; '
    f'ulimit -H -s unlimited 2>/dev/null; ulimit -S -s {STACK_BYTES // 1024}; exec "$@"'
)


class BubblewrapSandbox:
    """Makes slots in bubblewrap."""

    name = "bubblewrap"

    def __init__(self) -> None:
        """Find bubblewrap and the root tree.

        Raises:
            BackendUnavailable: bubblewrap is missing, or this kernel refuses it.
        """
        self._program = _find_bubblewrap()
        self._root = rootfs_path()
        self._is_root = os.geteuid() == 0
        self._serial = itertools.count()
        self._mark = own_mark()
        self._remove_orphans()
        self._has_cgroup = self._probe_cgroup()

    @property
    def environment(self) -> str:
        """Return which root tree programs see."""
        if self._root is not None:
            return f"root tree {self._root.name}"
        return f"host Python {sys.version.split()[0]}"

    def guarantees(self) -> Guarantees:
        """Return what holds here."""
        notes: list[str] = []
        if not self._is_root:
            notes.append("no user id of their own for programs: run the worker as root")
        if not self._has_cgroup:
            notes.append("memory is counted, not capped: run as root on a machine with cgroups")
        if self._root is None:
            notes.append("programs see this machine's Python, not the image's: make rootfs")
        return Guarantees(
            network_off=True,
            memory_cgroup=self._has_cgroup,
            pids_limit=True,
            seccomp=True,
            fresh_uid=self._is_root,
            read_only_root=True,
            pid_namespace=True,
            notes=tuple(notes),
        )

    def open_slot(self) -> GuestSlot:
        """See `sandbox.api.Sandbox.open_slot`."""
        group = cgroup.create(f"{self._mark}-{next(self._serial)}") if self._has_cgroup else None
        try:
            if group is not None:
                group.limit_pids(MAX_PIDS + GUEST_PIDS)
            process, ours = start_process(lambda address: self._command(address, group), home=HOME)
        except (OSError, SandboxError) as error:
            if group is not None:
                group.remove()
            raise SandboxError(f"bubblewrap did not start: {error}") from error
        gauge = cgroup.gauge_of(group)
        box = box_fields(
            fresh_uid=self._is_root,
            cgroup_roots=[f"{CGROUP_IN_BOX}/{name}" for name in _cgroup_names(group)],
            memory_cgroup=gauge is not None,
        )
        return GuestSlot(ours, box=box, end=_ending(process, group, gauge), memory=gauge)

    def _command(self, address: str, group: cgroup.Cgroup | None) -> list[str]:
        processes = [str(folder / "cgroup.procs") for folder in group.folders] if group else []
        enter = ["/bin/sh", "-c", _ENTER, "enter", str(len(processes)), *processes]
        interpreter = "/usr/bin/python3" if self._root else str(Path(sys.executable).resolve())
        return [
            *enter,
            self._program,
            *self._namespaces(),
            *self._mounts(group),
            "--",
            interpreter,
            *guest_command(address, GUEST_IN_BOX, "namespace"),
        ]

    def _namespaces(self) -> list[str]:
        flags = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
        flags += ["--unshare-cgroup-try", "--as-pid-1", "--new-session", "--hostname", HOSTNAME]
        if self._is_root:
            flags += ["--cap-drop", "ALL"]
            for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_KILL"):
                flags += ["--cap-add", capability]
        else:
            flags += ["--unshare-user", "--uid", "0", "--gid", "0"]
        return flags

    def _mounts(self, group: cgroup.Cgroup | None) -> list[str]:
        flags = self._root_mounts()
        flags += ["--ro-bind", str(GUEST_FOLDER), GUEST_IN_BOX]
        flags += ["--proc", "/proc", "--dev", "/dev"]
        sizes = {"/box": SCRATCH_BYTES, "/tmp": SCRATCH_BYTES, "/dev/shm": SHARED_MEMORY_BYTES}  # noqa: S108 - in the box
        for place, size in sizes.items():
            flags += ["--perms", "1777", "--size", str(size), "--tmpfs", place]
        flags += ["--tmpfs", "/run"]
        if group is not None:
            for name, folder in zip(_cgroup_names(group), group.folders, strict=True):
                flags += ["--ro-bind", str(folder), f"{CGROUP_IN_BOX}/{name}"]
        flags += ["--remount-ro", "/run", "--remount-ro", "/dev", "--chdir", "/box"]
        return flags if self._root else [*flags, "--remount-ro", "/"]

    def _root_mounts(self) -> list[str]:
        if self._root is not None:
            return ["--ro-bind", str(self._root), "/"]
        flags: list[str] = []
        for folder in _HOST_FOLDERS:
            path = Path(folder)
            if path.is_symlink():
                flags += ["--symlink", str(path.readlink()), folder]
            elif path.is_dir():
                flags += ["--ro-bind", folder, folder]
        for file in _HOST_FILES:
            flags += ["--ro-bind-try", file, file]
        prefix = str(Path(sys.base_prefix).resolve())
        if not prefix.startswith("/usr"):
            flags += ["--ro-bind", prefix, prefix]
        return flags

    def _probe_cgroup(self) -> bool:
        group = cgroup.create(f"{self._mark}-probe") if self._is_root else None
        gauge = cgroup.gauge_of(group)
        if gauge is not None:
            gauge.close()
        if group is not None:
            group.remove()
        return gauge is not None

    def _remove_orphans(self) -> None:
        cgroup.remove_orphans(lambda name: is_dead(name.rpartition("-")[0]))

    def close(self) -> None:
        """Do nothing: a slot holds all that there is."""


def build() -> BubblewrapSandbox:
    """Return the backend; see `sandbox.choose`."""
    return BubblewrapSandbox()


def _find_bubblewrap() -> str:
    program = shutil.which("bwrap")
    if program is None:
        raise BackendUnavailable("bubblewrap is not installed: run apt-get install bubblewrap")
    try:
        tried = subprocess.run(  # noqa: S603 - the arguments are ours
            [program, "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "--", "/bin/true"],
            capture_output=True,
            check=False,
            timeout=_TRIAL_TIMEOUT_S,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BackendUnavailable(f"bubblewrap does not answer here: {error}") from error
    if tried.returncode != 0:
        said = tried.stderr.decode(errors="replace").strip().splitlines()
        raise BackendUnavailable(
            f"bubblewrap cannot make namespaces here ({said[-1] if said else 'no message'}): "
            "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1) or run as root"
        )
    return program


def _cgroup_names(group: cgroup.Cgroup | None) -> list[str]:
    return [] if group is None else [str(index) for index in range(len(group.folders))]


def _ending(
    process: subprocess.Popen[bytes],
    group: cgroup.Cgroup | None,
    gauge: cgroup.MemoryGauge | None,
) -> Callable[[], None]:
    def end() -> None:
        end_process(process)
        if gauge is not None:
            gauge.close()
        if group is not None:
            group.remove()

    return end
