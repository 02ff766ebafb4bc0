"""What the process of LiveCodeBench's judge may see and do: its command line and environment.

Imports the standard library and the seam. In bubblewrap it sees the system's programs, its
interpreter and the checkout, all read-only, and an empty scratch folder; it has no network, no
other process in sight, and as root a user id of its own. Without bubblewrap it has only the limits
that `child` sets on itself.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from service.accuracy.baseline import BaselineUnavailable

from .checkout import Checkout

_CHILD = Path(__file__).with_name("child.py")
_CHILD_IN_BOX = Path("/opt/livecodebench_child.py")
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/etc/alternatives")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/localtime")
_SCRATCH = ("/tmp", "/dev/shm")  # noqa: S108 - in the box
_SCRATCH_BYTES = 64 * 2**20
_FIRST_USER, _LAST_USER = 10**6, 2 * 10**9


@dataclass(frozen=True, kw_only=True, slots=True)
class Box:
    """How to start the process.

    Attributes:
        checkout: LiveCodeBench.
        bubblewrap: the program that isolates; None for no isolation.
        scratch: the folder of ours that it starts in where it is not isolated.
    """

    checkout: Checkout
    bubblewrap: str | None
    scratch: Path

    def command(self, questions: int, answers: int) -> list[str]:
        """Return the command line, given the pipes' descriptors."""
        child = _CHILD_IN_BOX if self.bubblewrap else _CHILD
        as_root = self.bubblewrap is not None and os.geteuid() == 0
        user = random.SystemRandom().randint(_FIRST_USER, _LAST_USER) if as_root else 0
        run = [str(self.checkout.python), "-s", "-B", str(child), str(self.checkout.path)]
        run += [str(questions), str(answers), str(user)]
        if self.bubblewrap is None:
            return run
        return [self.bubblewrap, *_namespaces(as_root=as_root), *self._mounts(), "--", *run]

    def environment(self) -> dict[str, str]:
        """Return the environment: nothing of ours, and nothing that differs from run to run."""
        home = str(self.scratch) if self.bubblewrap is None else _SCRATCH[0]
        return {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": home,
            "TMPDIR": home,
            "LANG": "C.UTF-8",
            "PYTHONHASHSEED": "0",
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }

    def _mounts(self) -> list[str]:
        flags = ["--proc", "/proc", "--dev", "/dev"]
        for place in _SCRATCH:
            flags += ["--perms", "1777", "--size", str(_SCRATCH_BYTES), "--tmpfs", place]
        for name in (*_SYSTEM, *_SYSTEM_FILES):
            flags += ["--ro-bind-try", name, name]
        for folder in (*self.checkout.folders, self.checkout.python.parent, self.checkout.path):
            flags += _bind(folder, folder)
        flags += _bind(_CHILD, _CHILD_IN_BOX)
        return [*flags, "--remount-ro", "/", "--chdir", _SCRATCH[0]]


@contextmanager
def open_box(checkout: Checkout, *, isolated: bool) -> Generator[Box]:
    """Give the box, with a scratch folder that is gone at the end.

    Args:
        checkout: LiveCodeBench.
        isolated: False runs programs with no isolation at all.

    Raises:
        BaselineUnavailable: bubblewrap is not installed.
    """
    bubblewrap = shutil.which("bwrap") if isolated else None
    if isolated and bubblewrap is None:
        raise BaselineUnavailable(
            "LiveCodeBench's judge runs programs with no isolation of its own, and bubblewrap is "
            "not installed: run apt-get install bubblewrap, or do without by --isolation none"
        )
    with tempfile.TemporaryDirectory(prefix="microjudge-accuracy-", ignore_cleanup_errors=True) as (
        folder
    ):
        yield Box(checkout=checkout, bubblewrap=bubblewrap, scratch=Path(folder))


def _namespaces(*, as_root: bool) -> list[str]:
    flags = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    flags += ["--die-with-parent", "--hostname", "judge"]
    if not as_root:
        return [*flags, "--unshare-user"]
    # To become a user of its own; it keeps none of these afterwards.
    return [*flags, "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]


def _bind(source: Path, place: Path) -> list[str]:
    """Return the flags that show `source` read-only, in folders that every user may enter."""
    flags: list[str] = []
    for parent in reversed(place.parents[:-1]):
        flags += ["--perms", "0755", "--dir", str(parent)]
    return [*flags, "--ro-bind", str(source), str(place)]
