"""The guest with no isolation at all: a child process of ours, for tests and `--isolation none`.

Covered: fresh process per test case, CPU, wall and output limits, typed calls, asserts, clean-up of
the scratch folder. Not covered: everything else. A program can read and write what the user can,
reach the network, fork without end, and signal our processes. Memory is limited by RLIMIT_DATA and
by looking ten times a second.
"""

from __future__ import annotations

import shutil
import sys

from sandbox.backends.process import end_process, guest_command, start_process
from sandbox.errors import SandboxError
from sandbox.model import Guarantees
from sandbox.owner import make_folder, remove_left_folders
from sandbox.slot import GuestSlot

_FOLDER_KIND = "fake"
_NOTES = ("no isolation: programs run as this user; use --backend docker or bubblewrap",)


class FakeSandbox:
    """Makes slots that are plain child processes."""

    name = "fake"

    def __init__(self) -> None:
        """Remove the folders that killed workers left."""
        remove_left_folders(_FOLDER_KIND)

    @property
    def environment(self) -> str:
        """Return the interpreter's version."""
        return f"host Python {sys.version.split()[0]}, not isolated"

    def guarantees(self) -> Guarantees:
        """Return that nothing is guaranteed."""
        return Guarantees(
            network_off=False,
            memory_cgroup=False,
            pids_limit=False,
            seccomp=False,
            fresh_uid=False,
            read_only_root=False,
            pid_namespace=False,
            notes=_NOTES,
        )

    def open_slot(self) -> GuestSlot:
        """Start a guest as a child process."""
        try:
            scratch = str(make_folder(_FOLDER_KIND))
        except OSError as error:
            raise SandboxError(f"no scratch folder can be made: {error}") from error
        try:
            process, ours = start_process(
                lambda address: [sys.executable, *guest_command(address)], home=scratch, cwd=scratch
            )
        except SandboxError:
            shutil.rmtree(scratch, ignore_errors=True)
            raise

        def end() -> None:
            end_process(process)
            shutil.rmtree(scratch, ignore_errors=True)

        box = {
            "home": scratch,
            "scratch": [scratch],
            "cgroup_roots": [],
            "seccomp": False,
            "data_limit": True,
        }
        return GuestSlot(ours, box=box, end=end, memory=None)

    def close(self) -> None:
        """Do nothing: a slot holds all that there is."""


def build() -> FakeSandbox:
    """Return the backend; see `sandbox.choose`."""
    return FakeSandbox()
