"""The program's own process: gives up every right, then becomes the program.

Standard library only. The role is made in the runner, once a submission, so that the process itself
has little left to do: every object that it touches is a page to copy. `run` returns what `boot`
executes at the bottom of the stack. From there on nothing is trusted: whatever the process says
about itself is hostile input to the runner.
"""

from __future__ import annotations

import math
import resource
import sys
from types import CodeType
from typing import Any

from . import forking, kernel
from .asserts import Asserts
from .box import PROGRAM_NAME, Box, become
from .call import Call
from .script import Script
from .watch import LINE_FD

_OPEN_FILES = 1024


class Child:
    """The last role; `arguments` is set for each case in call mode."""

    def __init__(
        self,
        plan: dict[str, Any],
        box: Box,
        uid: int | None,
        code: CodeType,
        source: bytes,
    ) -> None:
        """Make the program's module and `sys` what `python3 solution.py` makes them.

        Args:
            plan: the `prepare` frame.
            box: the box.
            uid: the program's user id, or None where it has none of its own.
            code: the program, compiled.
            source: its text.
        """
        self.arguments = b""
        self._uid = uid
        self._random = b"random" in source
        self._threads = b"thread" in source
        self._limits = _limits(plan["limits"], box, uid)
        _look_like_a_script(box)
        self._program: Script
        if plan["mode"] == "call":
            self._program = Call(code, plan)
        elif plan["mode"] == "asserts":
            self._program = Asserts(code, plan, LINE_FD)
        else:
            self._program = Script(code, plan)

    def run(self) -> Script:
        """Lock this process down and return the program, ready to be executed."""
        for which, value in self._limits:
            resource.setrlimit(which, (value, value))
        if self._uid is not None:
            become(self._uid)
        # A change of user makes a process unreadable to itself; programs read /proc/self.
        kernel.prctl(kernel.PR_SET_DUMPABLE, 1)
        # Until here a fault is the guest's own, and the hook tells the host.
        sys.excepthook = sys.__excepthook__
        forking.renew(uses_random=self._random, uses_threads=self._threads)
        self._program.arguments = self.arguments
        return self._program


def _limits(asked: dict[str, Any], box: Box, uid: int | None) -> list[tuple[int, int]]:
    """Return the resource limits of a program's process."""
    wanted = {
        resource.RLIMIT_FSIZE: int(asked["output_bytes"]) + 1,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        # The second net, should the watch fail. It counts in clock ticks, which on a busy machine
        # run ahead of the time really used, so it is wide.
        resource.RLIMIT_CPU: 2 * math.ceil(asked["cpu_time_s"]) + 10,
    }
    if box.guest_pids >= 0:
        wanted[resource.RLIMIT_NPROC] = int(asked["pids"]) + box.guest_pids
    if box.data_limit:
        wanted[resource.RLIMIT_DATA] = int(asked["memory_bytes"])
    return [(which, _clamp(value, resource.getrlimit(which)[1])) for which, value in wanted.items()]


def _clamp(value: int, hard: int) -> int:
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


def _look_like_a_script(box: Box) -> None:
    """Make `sys` what `python3 solution.py` makes it, and hide the guest's own modules."""
    package = __package__ or ""
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]
    sys.argv = [PROGRAM_NAME]
    sys.orig_argv = [sys.executable, PROGRAM_NAME]
    sys.path.insert(0, box.home)
