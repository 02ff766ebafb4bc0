"""Finds out what this machine offers for judging, by trying it.

Imports the sandbox and the Docker library. A backend counts as working only after a slot of it has
been opened and closed here. Every finding that is missing names the command that mends it.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import docker
from docker.errors import DockerException

from sandbox.api import Sandbox
from sandbox.choose import ISOLATING, build
from sandbox.errors import BackendUnavailable, SandboxError
from sandbox.image import image_reference, rootfs_path
from service.capabilities import guarantee_list

CGROUP_ROOT = Path("/sys/fs/cgroup")
_DOCKER_TIMEOUT_S = 10
_COMMAND_TIMEOUT_S = 10.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One thing that is installed or not.

    Attributes:
        name: what it is.
        ok: whether it is there.
        detail: its version or place, or what is wrong.
        mend: the command that mends it, in a sentence; "" where nothing is to be done.
    """

    name: str
    ok: bool
    detail: str
    mend: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class BackendFinding:
    """What one backend does here.

    Attributes:
        name: the backend.
        works: whether a slot of it could be opened.
        environment: which root tree programs see.
        guarantees: what it enforces here, by name.
        notes: one sentence for each guarantee that is off.
        problem: why it does not work, with the command that mends it; "" where it works.
    """

    name: str
    works: bool
    environment: str = ""
    guarantees: dict[str, bool] = field(default_factory=dict[str, bool])
    notes: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Diagnosis:
    """Everything that was found."""

    installed: tuple[Finding, ...]
    backends: tuple[BackendFinding, ...]

    @property
    def isolates(self) -> bool:
        """Return whether at least one backend works here."""
        return any(backend.works for backend in self.backends)


def diagnose(names: Sequence[str] = ISOLATING, make: Callable[[str], Sandbox] = build) -> Diagnosis:
    """Return what is installed here and what each backend guarantees.

    Args:
        names: the backends to try.
        make: builds a backend by its name.
    """
    installed = (
        _python(),
        _docker_engine(),
        _sandbox_image(),
        _bubblewrap(),
        _root_tree(),
        _cgroups(),
    )
    return Diagnosis(installed=installed, backends=tuple(_backend(name, make) for name in names))


def _backend(name: str, make: Callable[[str], Sandbox]) -> BackendFinding:
    try:
        with closing(make(name)) as sandbox:
            sandbox.open_slot().destroy()
            guarantees = sandbox.guarantees()
            return BackendFinding(
                name=name,
                works=True,
                environment=sandbox.environment,
                guarantees={item.name: item.on for item in guarantee_list(guarantees)},
                notes=guarantees.notes,
            )
    except SandboxError as error:
        return BackendFinding(name=name, works=False, problem=str(error))


def _python() -> Finding:
    return Finding(name="Python", ok=True, detail=platform.python_version())


def _docker_engine() -> Finding:
    name = "Docker Engine"
    mend = "Install and start Docker: apt-get install docker.io && systemctl start docker"
    try:
        with closing(docker.from_env(timeout=_DOCKER_TIMEOUT_S)) as client:
            version = str(client.version().get("Version", "of unknown version"))
    except (DockerException, OSError):
        return Finding(name=name, ok=False, detail="none answers", mend=mend)
    return Finding(name=name, ok=True, detail=version)


def _sandbox_image() -> Finding:
    name = "sandbox image"
    try:
        reference = image_reference()
    except BackendUnavailable as error:
        return Finding(name=name, ok=False, detail="its recipe is not here", mend=str(error))
    try:
        with closing(docker.from_env(timeout=_DOCKER_TIMEOUT_S)) as client:
            client.images.get(reference)
    except (DockerException, OSError):
        mend = "Build the sandbox image: make image"
        return Finding(name=name, ok=False, detail=f"no {reference}", mend=mend)
    return Finding(name=name, ok=True, detail=reference)


def _bubblewrap() -> Finding:
    program = shutil.which("bwrap")
    if program is None:
        return Finding(
            name="bubblewrap",
            ok=False,
            detail="no bwrap on the path",
            mend="Install it: apt-get install bubblewrap",
        )
    # The program is found on the operator's own path, and the arguments are ours.
    asked = subprocess.run(  # noqa: S603
        [program, "--version"],
        capture_output=True,
        text=True,
        check=False,
        timeout=_COMMAND_TIMEOUT_S,
    )
    version = asked.stdout.strip() or "of unknown version"
    return Finding(name="bubblewrap", ok=True, detail=f"{version}, {program}")


def _root_tree() -> Finding:
    name = "root tree for bubblewrap"
    try:
        folder = rootfs_path()
    except BackendUnavailable as error:
        return Finding(name=name, ok=False, detail="its recipe is not here", mend=str(error))
    if folder is None:
        detail = "not unpacked: programs under bubblewrap see this machine's Python"
        return Finding(name=name, ok=False, detail=detail, mend="Unpack it: make rootfs")
    return Finding(name=name, ok=True, detail=str(folder))


def _cgroups() -> Finding:
    if (CGROUP_ROOT / "cgroup.controllers").is_file():
        return Finding(name="cgroups", ok=True, detail="version 2")
    if (CGROUP_ROOT / "memory").is_dir():
        return Finding(name="cgroups", ok=True, detail="version 1")
    return Finding(
        name="cgroups",
        ok=False,
        detail=f"no memory controller in {CGROUP_ROOT}",
        mend="Mount them: mount -t cgroup2 none /sys/fs/cgroup",
    )
