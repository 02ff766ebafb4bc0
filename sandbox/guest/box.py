"""What the guest knows of its box: told once by the host, checked once, then constant.

Standard library only. `Box` is sent by the host in the `configure` frame.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from . import kernel
from .seccomp import build_filter

PROGRAM_NAME = "solution.py"


class Box(NamedTuple):
    """The box around the guest.

    Attributes:
        home: folder that holds the program's file and is its working directory.
        scratch: every folder that the program may write, `home` among them.
        cgroup_roots: folders in which the slot's cgroup files are visible.
        uid_base: first of the user ids that this slot alone may give to programs; 0 for none.
        uid_count: how many there are.
        seccomp: install the system call filter.
        data_limit: use RLIMIT_DATA as the memory limit, for want of a memory cgroup.
        guest_pids: how many processes count to a program's user beside its own: none where it has
            a user of its own, the guest's where they share one that nothing else has, and -1
            where that user has others, so that the number cannot be limited.
    """

    home: str
    scratch: list[str]
    cgroup_roots: list[str]
    uid_base: int = 0
    uid_count: int = 0
    seccomp: bool = True
    data_limit: bool = False
    guest_pids: int = -1

    @property
    def program_path(self) -> str:
        """Return the path of the program's own file."""
        return f"{self.home}/{PROGRAM_NAME}"

    def uid_of(self, serial: int) -> int | None:
        """Return the user id of the slot's n-th submission, or None where programs share ours."""
        return self.uid_base + serial % self.uid_count if self.uid_base else None


def self_check(box: Box) -> dict[str, Any]:
    """Return what really holds, tried in a child that then ends: {"fresh_uid", "seccomp"}."""
    return {
        "fresh_uid": box.uid_base > 0 and _succeeds(lambda: become(box.uid_base)),
        "seccomp": box.seccomp and bool(build_filter()) and _succeeds(_filter_holds),
    }


def become(uid: int) -> None:
    """Give up root for a user id for good.

    Raises:
        OSError: the kernel refused.
    """
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def _filter_holds() -> None:
    kernel.set_filter(build_filter())
    try:
        os.chroot("/")
    except PermissionError:
        return
    raise OSError("the filter let chroot pass")


def _succeeds(action: Any) -> bool:
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            action()
            code = 0
        except OSError:
            pass
        finally:
            os._exit(code)
    return os.waitpid(pid, 0)[1] == 0
