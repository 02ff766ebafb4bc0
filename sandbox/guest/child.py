"""The program's own process: gives up every right, then becomes the program.

Standard library only. `run` returns what `boot` executes at the bottom of the stack. From here on
nothing is trusted: whatever this process says about itself is hostile input to the runner.
"""

from __future__ import annotations

import contextlib
import math
import resource
import sys
from pathlib import Path
from types import CodeType
from typing import Any

from . import kernel
from .asserts import Asserts
from .box import PROGRAM_NAME, Box, become
from .call import Call
from .script import Script
from .watch import LINE_FD

_OPEN_FILES = 1024
_NUMPY_RANDOM = "numpy.random"


class Child:
    """The last role."""

    def __init__(
        self,
        plan: dict[str, Any],
        box: Box,
        uid: int | None,
        code: CodeType,
        arguments: bytes,
    ) -> None:
        """Make the role; see `Runner` for the arguments."""
        self._plan = plan
        self._box = box
        self._uid = uid
        self._code = code
        self._arguments = arguments

    def run(self) -> Script:
        """Lock this process down and return the program, ready to be executed."""
        self._lower_limits()
        if self._uid is not None:
            become(self._uid)
            # A change of user makes a process unreadable to itself; programs read /proc/self.
            kernel.prctl(kernel.PR_SET_DUMPABLE, 1)
        self._look_like_a_script()
        mode = self._plan["mode"]
        if mode == "call":
            return Call(self._code, self._plan, self._arguments)
        if mode == "asserts":
            return Asserts(self._code, self._plan, LINE_FD)
        return Script(self._code, self._plan)

    def _lower_limits(self) -> None:
        limits = self._plan["limits"]
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000")
        output_bytes = int(limits["output_bytes"])
        seconds = math.ceil(limits["cpu_time_s"]) + 1
        _limit(resource.RLIMIT_FSIZE, output_bytes + 1)
        _limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
        # The second net, should the watch fail; the watch is exact and comes first.
        _limit(resource.RLIMIT_CPU, seconds)
        if self._uid is not None:
            _limit(resource.RLIMIT_NPROC, int(limits["pids"]))
        if self._box.data_limit:
            _limit(resource.RLIMIT_DATA, int(limits["memory_bytes"]))

    def _look_like_a_script(self) -> None:
        """Make `sys` what `python3 solution.py` makes it, and hide the guest's own modules."""
        package = __package__ or ""
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[name]
        sys.excepthook = sys.__excepthook__
        sys.argv = [PROGRAM_NAME]
        sys.orig_argv = [sys.executable, PROGRAM_NAME]
        sys.path.insert(0, self._box.home)
        if _NUMPY_RANDOM in sys.modules and b"random" in self._source():
            sys.modules[_NUMPY_RANDOM].seed()

    def _source(self) -> bytes:
        return Path(self._box.program_path).read_bytes()


def _limit(which: int, value: int) -> None:
    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(which, (value, value))
