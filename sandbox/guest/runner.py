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
from .forking import fork
from .seccomp import build_filter
from .watch import Ended, Watch

_COMPILE_CPU_S = 10.0
_MESSAGE_CHARS = 8192
_DIRTY = 3
# PEP 263: a declaration of the encoding stands in the first or second line.
_CODING = b"coding"


class Runner:
    """The role that turns into a program's process, once a test case."""

    def __init__(
        self, message: dict[str, Any], source: bytes, host: socket.socket, box: Box
    ) -> None:
        """Make a runner.

        Args:
            message: the `prepare` frame: mode, fn_name, inplace, prelude, value_form, limits;
                and uid.
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
        child = None
        if code is not None:
            self._lock_down()
            child = Child(self._plan, self._box, self._uid, code, self._source)
        self._source = b""
        self._counters = counters.open_cgroup(self._box.cgroup_roots)
        self._oom_kills = counters.oom_kills(self._counters.oom)
        while True:
            try:
                message, self._blob = frames.receive(self._host)
            except EOFError:
                os._exit(0)
            if message["type"] == "finish":
                os._exit(0)
            assert child is not None, "the host runs no program that did not compile"  # noqa: S101
            if self._run_case(child):
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
                _check_encoding(self._source)
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
        # A process that nobody may read does not own its files in /proc; no program runs yet.
        kernel.prctl(kernel.PR_SET_DUMPABLE, 1)
        self._oom_score = os.open("/proc/self/oom_score_adj", os.O_WRONLY | os.O_CLOEXEC)
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if self._box.seccomp and build_filter():
            kernel.set_filter(build_filter())

    def _run_case(self, child: Child) -> bool:
        """Run one test case and answer the host; True only in the program's own process."""
        # Kept by name: what the program's process freed on its way would be pages to copy.
        watch = self._watch = Watch(self._plan, self._counters, self._blob)
        if self._plan["mode"] == "call":
            child.arguments = self._blob
        self._blob = b""
        # The program inherits being the first to go when memory runs out; this process is next,
        # before the supervisor and the zygotes.
        os.pwrite(self._oom_score, b"1000", 0)
        pid = fork()
        if pid == 0:
            watch.enter_child()
            return True
        os.pwrite(self._oom_score, b"500", 0)
        child.arguments = b""
        watch.follow(pid)
        gone, orphan_seconds = processes.reap_all(self._uid)
        ended = watch.ended(orphan_seconds)
        clean = gone and scratch.wipe(self._box.scratch, self._box.program_path, self._uid)
        self._answer(ended, watch)
        watch.close()
        if not clean:
            os._exit(_DIRTY)
        return False

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


def _check_encoding(source: bytes) -> None:
    """Refuse bytes that are not UTF-8, as the interpreter does of a file, in comments too.

    Raises:
        SyntaxError: as the interpreter words it.
    """
    if _CODING in b"\n".join(source.split(b"\n", 2)[:2]):
        return
    try:
        source.decode()
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise SyntaxError(
            f"Non-UTF-8 code starting with '\\x{source[error.start]:02x}' on line {line}, "
            "but no encoding declared; see https://peps.python.org/pep-0263/ for details"
        ) from None
