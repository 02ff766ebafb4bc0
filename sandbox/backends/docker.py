"""Slots in Docker containers: the first choice.

Covered: no network, read-only root, every capability dropped but those that change the user and
kill, no-new-privileges, Docker's own and our system call filters, memory and pids cgroups, one CPU,
a fresh user id a submission, PID, IPC and UTS namespaces. Not covered: attacks on the kernel itself
(set `MICROJUDGE_DOCKER_RUNTIME=runsc` where gVisor is installed).

A container is made once a slot and is never given files by name: the guest's code and the folder
of the slot's socket are mounted read-only. The socket takes one connection and is then closed, so a
program finds nothing to connect to. A container ends by itself when its worker's end of the line
closes; what a killed Docker daemon left is collected at the next start, by label, and what a worker
left that was killed while a slot started, by the folder's name.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docker
import docker.errors
import requests.exceptions
from docker.models.containers import Container
from docker.types import LogConfig, Ulimit

from sandbox import cgroup
from sandbox.backends.box import (
    GUEST_PIDS,
    HOME,
    HOSTNAME,
    MAX_PIDS,
    SCRATCH_BYTES,
    SCRATCH_FILES,
    SHARED_MEMORY_BYTES,
    STACK_BYTES,
    box_fields,
)
from sandbox.backends.process import (
    GUEST_FOLDER,
    GUEST_IN_BOX,
    environment_variables,
    guest_command,
)
from sandbox.errors import BackendUnavailable, SandboxError
from sandbox.image import image_reference
from sandbox.model import MIB, Guarantees
from sandbox.owner import is_dead, make_folder, own_mark, remove_left_folders
from sandbox.slot import START_TIMEOUT_S, GuestSlot

OWNER_LABEL = "microjudge.owner"
RUNTIME_VARIABLE = "MICROJUDGE_DOCKER_RUNTIME"
SLOT_FOLDER_VARIABLE = "MICROJUDGE_SLOT_DIR"
_FOLDER_KIND = "slot"
_SLOT_IN_BOX = "/run/slot"
_DOCKER_TIMEOUT_S = 60
_ONE_CPU = 10**9
_OPEN_FILES = 4096
# Enough for the guest to start; each submission sets its own.
_START_MEMORY_BYTES = 1024 * MIB
_CGROUP_ROOTS = [
    "/sys/fs/cgroup",
    "/sys/fs/cgroup/memory",
    "/sys/fs/cgroup/cpuacct",
    "/sys/fs/cgroup/cpu,cpuacct",
]
# Docker mounts the message queues of the IPC namespace here, and anybody may make some.
_NO_QUEUES = {"/dev/mqueue": "ro,nosuid,nodev,noexec,size=4k"}
_FAULTS = (docker.errors.DockerException, requests.exceptions.RequestException, OSError)


class DockerSandbox:
    """Makes slots in Docker containers."""

    name = "docker"

    def __init__(self) -> None:
        """Connect to Docker and find the image.

        Raises:
            BackendUnavailable: Docker does not answer, or the image is missing.
        """
        try:
            self._client = docker.from_env(timeout=_DOCKER_TIMEOUT_S)
            self._client.ping()
        except _FAULTS:
            raise BackendUnavailable(
                "Docker does not answer: start it (systemctl start docker), or use bubblewrap"
            ) from None
        self._image = image_reference()
        try:
            self._client.images.get(self._image)
        except docker.errors.ImageNotFound:
            raise BackendUnavailable(
                f"the sandbox image {self._image} is missing: run make image"
            ) from None
        except _FAULTS as error:
            raise BackendUnavailable(f"Docker does not list its images: {error}") from None
        self._mark = own_mark()
        self._runtime = os.environ.get(RUNTIME_VARIABLE)
        self._remove_orphans()

    @property
    def environment(self) -> str:
        """Return the image's name."""
        return f"image {self._image}"

    def guarantees(self) -> Guarantees:
        """Return what holds here: all of it, which is why Docker comes first."""
        return Guarantees(
            network_off=True,
            memory_cgroup=True,
            pids_limit=True,
            seccomp=True,
            fresh_uid=True,
            read_only_root=True,
            pid_namespace=True,
        )

    def open_slot(self) -> GuestSlot:
        """See `sandbox.api.Sandbox.open_slot`."""
        folder = make_folder(_FOLDER_KIND, _slot_folder())
        container: Container | None = None
        try:
            # Others may pass through to the socket, whose name they would have to know.
            folder.chmod(0o711)
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(str(folder / "line"))
                (folder / "line").chmod(0o666)
                listener.listen(1)
                listener.settimeout(START_TIMEOUT_S)
                container = self._start(folder)
                connection, _ = listener.accept()
        except _FAULTS as error:
            reason = _log_of(container) if container is not None else ""
            _remove(container)
            raise SandboxError(f"the slot's container did not start: {error} {reason}") from error
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        memory = self._memory_of(container)
        box = box_fields(fresh_uid=True, cgroup_roots=_CGROUP_ROOTS, memory_cgroup=True)
        return GuestSlot(connection, box=box, end=_ending(container, memory), memory=memory)

    def _start(self, folder: Path) -> Container:
        options: dict[str, Any] = {"runtime": self._runtime} if self._runtime else {}
        container: Container = self._client.containers.run(
            self._image,
            guest_command(f"unix:{_SLOT_IN_BOX}/line", GUEST_IN_BOX, "namespace"),
            entrypoint=["python3"],
            detach=True,
            auto_remove=True,
            network_mode="none",
            read_only=True,
            cap_drop=["ALL"],
            cap_add=["SETUID", "SETGID", "KILL"],
            security_opt=["no-new-privileges"],
            pids_limit=MAX_PIDS + GUEST_PIDS,
            mem_limit=_START_MEMORY_BYTES,
            memswap_limit=_START_MEMORY_BYTES,
            nano_cpus=_ONE_CPU,
            tmpfs={HOME: _tmpfs_options(), "/tmp": _tmpfs_options(), **_NO_QUEUES},  # noqa: S108 - in the box
            shm_size=SHARED_MEMORY_BYTES,
            ulimits=[
                Ulimit(name="core", soft=0, hard=0),
                Ulimit(name="nofile", soft=_OPEN_FILES, hard=_OPEN_FILES),
                Ulimit(name="stack", soft=STACK_BYTES, hard=-1),
            ],
            ipc_mode="private",
            hostname=HOSTNAME,
            environment=environment_variables(home=HOME),
            working_dir=HOME,
            labels={OWNER_LABEL: self._mark},
            log_config=LogConfig(type=LogConfig.types.JSON, config={"max-size": "64k"}),
            volumes={
                str(folder): {"bind": _SLOT_IN_BOX, "mode": "ro"},
                str(GUEST_FOLDER): {"bind": GUEST_IN_BOX, "mode": "ro"},
            },
            **options,
        )
        return container

    def _memory_of(self, container: Container) -> cgroup.MemoryGauge | _UpdatedMemory:
        """Return the container's memory gauge: by file where this machine's files are ours."""
        with contextlib.suppress(*_FAULTS):
            container.reload()
            group = cgroup.of_process(int(container.attrs["State"]["Pid"]))
            # A worker in a container of its own counts processes differently: the number may be
            # another's there, and so the folder must name this container.
            if group is not None and str(container.id) in str(group.memory):
                gauge = cgroup.gauge_of(group)
                if gauge is not None:
                    return gauge
        return _UpdatedMemory(container)

    def _remove_orphans(self) -> None:
        remove_left_folders(_FOLDER_KIND, _slot_folder())
        with contextlib.suppress(*_FAULTS):
            for container in self._client.containers.list(
                all=True, filters={"label": OWNER_LABEL}, ignore_removed=True
            ):
                if is_dead(container.labels.get(OWNER_LABEL, "")):
                    _remove(container)

    def close(self) -> None:
        """Close the connection to Docker."""
        with contextlib.suppress(*_FAULTS):
            self._client.close()


class _UpdatedMemory:
    """A `sandbox.slot.MemoryLimiter` through Docker's API, for a worker without cgroup files."""

    def __init__(self, container: Container) -> None:
        # Any: the stubs do not say what `update` answers.
        self._container: Any = container
        self._granted = 0

    def set_limit(self, memory_bytes: int) -> None:
        if memory_bytes == self._granted:
            return
        total = memory_bytes + cgroup.GUEST_OVERHEAD_BYTES
        try:
            self._container.update(mem_limit=total, memswap_limit=total)
        except _FAULTS as error:
            raise SandboxError(f"Docker does not set the memory limit: {error}") from error
        self._granted = memory_bytes

    def start_peak(self) -> None:
        """Do nothing: Docker's API resets no peak."""

    def oom_kills(self) -> int:
        return 0

    def peak_bytes(self) -> int:
        return 0

    def close(self) -> None:
        """Do nothing: nothing is held."""


def build() -> DockerSandbox:
    """Return the backend; see `sandbox.choose`."""
    return DockerSandbox()


def _slot_folder() -> str | None:
    """Return where socket folders are made: a path that Docker's machine knows by the same name."""
    return os.environ.get(SLOT_FOLDER_VARIABLE)


def _tmpfs_options() -> str:
    return f"rw,nosuid,nodev,exec,mode=1777,size={SCRATCH_BYTES},nr_inodes={SCRATCH_FILES}"


def _ending(
    container: Container, memory: cgroup.MemoryGauge | _UpdatedMemory
) -> Callable[[], None]:
    def end() -> None:
        memory.close()
        _remove(container)

    return end


def _remove(container: Container | None) -> None:
    """Remove a container; that it is gone or going already is as good."""
    if container is not None:
        with contextlib.suppress(*_FAULTS):
            container.remove(force=True)


def _log_of(container: Container) -> str:
    with contextlib.suppress(*_FAULTS):
        return bytes(container.logs(tail=20)).decode(errors="replace")[-2000:]
    return ""
