"""One submission: compiles it once, then forks a fresh process for each test case.

Standard library only. Still root, still trusted: it runs no line of the program. It holds one test
case at a time, so a program cannot find another's input in the memory that it inherits. It talks to
the host itself: `prepared` after the compile, `ran` after each case; it ends on `finish`, or with a
non-zero status when it cannot prove that a case left no process behind.
"""

from __future__ import annotations

import os
import resource
import signal
import socket
import traceback
import warnings
from pathlib import Path
from types import CodeType
from typing import Any

from . import counters, frames, kernel, processes, scratch
from .box import Box
from .child import Child
from .seccomp import build_filter
from .watch import Ended, Watch

_COMPILE_CPU_S = 10.0
_MESSAGE_CHARS = 8192
_DIRTY = 3


class Runner:
    """The role that turns into a program's process, once a test case."""

    def __init__(
        self, message: dict[str, Any], source: bytes, host: socket.socket, box: Box
    ) -> None:
        """Make a runner.

        Args:
            message: the `prepare` frame: mode, fn_name, inplace, prelude, limits; and uid.
            source: the program.
            host: the line to the host.
            box: the box.
        """
        self._plan = message
        self._source = source
        self._host = host
        self._box = box
        self._uid: int | None = message["uid"]

    def run(self) -> Child:
        """Serve the host until `finish`; returns only in a forked program's process."""
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        code = self._prepare()
        self._source = b""
        self._lock_down()
        self._counters = counters.open_cgroup(self._box.cgroup_roots)
        self._oom_kills = counters.oom_kills(self._counters.oom)
        while True:
            try:
                message, self._blob = frames.receive(self._host)
            except EOFError:
                os._exit(0)
            if message["type"] == "finish":
                os._exit(0)
            assert code is not None, "the host runs no program that did not compile"  # noqa: S101
            child = self._run_case(code)
            if child is not None:
                return child

    def _prepare(self) -> CodeType | None:
        """Write the program's file, compile it, and tell the host how that went."""
        path = self._box.program_path
        Path(path).write_bytes(self._source)
        Path(path).chmod(0o444)
        # A compiler that runs away is ended by SIGPROF; the host reads that as a compile error.
        signal.setitimer(signal.ITIMER_PROF, _COMPILE_CPU_S)
        code: CodeType | None = None
        output = ""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                code = compile(self._source, path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError, MemoryError, RecursionError, OverflowError) as error:
            output = "".join(traceback.format_exception_only(error))[:_MESSAGE_CHARS]
        signal.setitimer(signal.ITIMER_PROF, 0)
        message = {"type": "prepared", "ok": code is not None, "output": output}
        frames.send(self._host, message)
        return code

    def _lock_down(self) -> None:
        """Set what every case needs alike; the runner itself can live with all of it."""
        os.chdir(self._box.home)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if self._box.seccomp and build_filter():
            kernel.set_filter(build_filter())

    def _run_case(self, code: CodeType) -> Child | None:
        """Run one test case and answer the host; returns a role only in the program's process."""
        watch = Watch(self._plan, self._counters, self._blob)
        arguments = self._blob if self._plan["mode"] == "call" else b""
        self._blob = b""
        pid = os.fork()
        if pid == 0:
            self._host.close()
            watch.enter_child()
            return Child(self._plan, self._box, self._uid, code, arguments)
        del arguments
        watch.follow(pid)
        gone, orphan_seconds = processes.reap_all(self._uid)
        ended = watch.ended(orphan_seconds)
        clean = gone and scratch.wipe(self._box.scratch, self._box.program_path, self._uid)
        self._answer(ended, watch)
        watch.close()
        if not clean:
            os._exit(_DIRTY)
        return None

    def _answer(self, ended: Ended, watch: Watch) -> None:
        oom_kills = counters.oom_kills(self._counters.oom)
        sizes, files = watch.outputs()
        message = {
            "type": "ran",
            **ended._asdict(),
            "oom_kills": oom_kills - self._oom_kills,
            "sizes": sizes,
            "proved": watch.proved,
            "failure": watch.failure,
        }
        self._oom_kills = oom_kills
        frames.send_files(self._host, message, files)
