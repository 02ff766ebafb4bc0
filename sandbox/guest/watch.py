"""Watches one run of a program from outside: its files, its time, its end.

Standard library only. Standard streams are memory files, so a program is never blocked by a full
pipe and never sees an early end of its input; `RLIMIT_FSIZE` stops the output one byte past its
limit. Time is read from outside: the CPU time of everything in the slot, and the wall time without
what the program spent waiting for a CPU, so that a busy machine changes no verdict.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import struct
import time
from typing import Any, NamedTuple

from . import counters, processes

_STDERR_KEPT = 65536
_CHECK_EVERY_S = 0.1
_HARD_WALL_FACTOR = 10.0
_CGROUP_SLACK_S = 0.05
_MESSAGE_BYTES = 4096
_MAX_MESSAGES = 64
# pid, uid and gid of a message's sender, as the kernel vouches for them (unix(7)).
_CREDENTIALS = struct.Struct("3i")
RESULT_FD = 900
LINE_FD = 901


class Ended(NamedTuple):
    """How a run ended, in seconds and bytes; `stopped` is why we ended it, or ""."""

    status: int
    stopped: str
    cpu_s: float
    wall_s: float
    memory_bytes: int


class Watch:
    """One run of a program; made before the fork, used on both sides of it."""

    def __init__(self, plan: dict[str, Any], slot: counters.CgroupFiles, blob: bytes) -> None:
        """Open the files of a run.

        Args:
            plan: the `prepare` frame; its limits and mode.
            slot: the slot's counters.
            blob: standard input; for other modes standard input is empty.
        """
        self._limits: dict[str, float] = plan["limits"]
        self._mode = plan["mode"]
        self._slot = slot
        self.output_bytes = int(self._limits["output_bytes"])
        self._stdin = _memory_file("stdin", blob if self._mode == "stdio" else b"")
        self._stdout = _memory_file("stdout", b"")
        self._stderr = _memory_file("stderr", b"")
        self._result = _memory_file("result", b"") if self._mode == "call" else -1
        self._tests = _memory_file("tests", blob) if self._mode == "asserts" else -1
        self._tail = -1
        self._token = b""
        self._stopped = ""
        self.line: socket.socket | None = None
        self._child_line: socket.socket | None = None
        if self._mode == "asserts":
            self.line, self._child_line = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self.line.setblocking(False)
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._messages = 0
        self._pid = 0
        self._waited_s = self._all_waited_s = 0.0
        self._last_look_s = 0.0
        self.proved = False
        self.failure = ""
        self._cpu_before = counters.cpu_seconds(slot.cpu)
        self._own_before = time.process_time()
        self._started = time.monotonic()

    def enter_child(self) -> None:
        """In the program's process: put the files in their places and close everything else.

        The line to the host is among what is closed; no Python object is told, since touching one
        copies its page.
        """
        os.setsid()
        for descriptor, place in (
            (self._result, RESULT_FD),
            (self._child_line.fileno() if self._child_line else -1, LINE_FD),
        ):
            if descriptor >= 0:
                os.dup2(descriptor, place, inheritable=False)
        for place, descriptor in enumerate((self._stdin, self._stdout, self._stderr)):
            os.dup2(descriptor, place)
        os.closerange(3, RESULT_FD)
        os.closerange(LINE_FD + 1, 1 << 16)

    def follow(self, pid: int) -> None:
        """Wait for the program's end, and end it when it passes a limit."""
        # Made after the fork: the program's memory never held it.
        self._token = os.urandom(16)
        self._pid = pid
        if self._child_line is not None:
            self._child_line.close()
        handle = os.pidfd_open(pid)
        poller = select.poll()
        poller.register(handle, select.POLLIN)
        if self.line is not None:
            poller.register(self.line, select.POLLIN)
        wait_s = min(_CHECK_EVERY_S, self._limits["cpu_time_s"], self._limits["wall_time_s"])
        while True:
            ready = [descriptor for descriptor, _ in poller.poll(max(1, int(wait_s * 1000)))]
            if handle in ready:
                break
            if ready and self.line is not None and not self._hear():
                poller.unregister(self.line)
            wait_s = self._next_check()
            if wait_s <= 0:
                os.kill(pid, signal.SIGKILL)
                wait_s = 1.0
        os.close(handle)
        _, self._status, self._usage = os.wait4(pid, 0)
        self._wall_s = time.monotonic() - self._started
        if self.line is not None:
            while self._hear():
                continue

    def ended(self, orphan_seconds: float) -> Ended:
        """Return how the run ended; call once nothing of it is left."""
        cpu_s = processes.cpu_of(self._usage) + orphan_seconds
        counted = counters.cpu_seconds(self._slot.cpu) - self._cpu_before
        counted -= time.process_time() - self._own_before
        if self._stopped == "cpu" or counted > cpu_s + _CGROUP_SLACK_S:
            # Children that nobody waited for are missing from what wait4 says.
            cpu_s = max(cpu_s, counted)
        return Ended(
            status=self._status,
            stopped=self._stopped,
            cpu_s=round(cpu_s, 6),
            wall_s=round(self._wall_s, 6),
            memory_bytes=self._usage.ru_maxrss * 1024,
        )

    def outputs(self) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the sizes of stdout, stderr and result, and (descriptor, bytes to send) of each.

        A size past the output limit says so by one byte. Of stderr the last 64 KiB are sent.
        """
        sizes = [os.fstat(self._stdout).st_size, os.fstat(self._stderr).st_size]
        descriptors = [self._stdout, self._stderr]
        if sizes[1] > _STDERR_KEPT:
            end = os.pread(self._stderr, _STDERR_KEPT, sizes[1] - _STDERR_KEPT)
            self._tail = descriptors[1] = _memory_file("tail", end)
        if self._result >= 0:
            sizes.append(os.fstat(self._result).st_size)
            descriptors.append(self._result)
        caps = [self.output_bytes, _STDERR_KEPT, self.output_bytes]
        files = [
            (descriptor, min(size, cap))
            for descriptor, size, cap in zip(descriptors, sizes, caps, strict=False)
        ]
        return sizes, files

    def close(self) -> None:
        """Close every file of the run."""
        files = (self._stdin, self._stdout, self._stderr, self._result, self._tests, self._tail)
        for descriptor in files:
            if descriptor >= 0:
                os.close(descriptor)
        if self.line is not None:
            self.line.close()

    def _next_check(self) -> float:
        """Return seconds until the next look at the program; 0 or less once it passed a limit."""
        wall_s = time.monotonic() - self._started
        wall_left = self._limits["wall_time_s"] - wall_s
        if wall_left <= 0:
            hard_left = self._limits["wall_time_s"] * _HARD_WALL_FACTOR - wall_s
            wall_left = min(wall_left + self._waiting_so_far(wall_s), hard_left)
        cpu_left = self._limits["cpu_time_s"] - self._cpu_so_far()
        if cpu_left <= 0:
            self._stopped = self._stopped or "cpu"
        elif wall_left <= 0:
            self._stopped = self._stopped or "wall"
        elif self._flooded():
            self._stopped = self._stopped or "output"
        elif self._too_large():
            self._stopped = self._stopped or "memory"
        if self._stopped:
            return 0.0
        return min(_CHECK_EVERY_S, wall_left, cpu_left) + 0.001

    def _waiting_so_far(self, wall_s: float) -> float:
        """Return the seconds of the run in which the program may have waited for a CPU.

        Many processes of a program add up to more than the time that passed, most of it waiting for
        one another; what passed between two looks is the most that counts.
        """
        all_waited_s = counters.waiting_seconds(processes.descendants())
        passed_s = wall_s - self._last_look_s
        self._waited_s += min(max(0.0, all_waited_s - self._all_waited_s), passed_s)
        self._all_waited_s, self._last_look_s = all_waited_s, wall_s
        return self._waited_s

    def _cpu_so_far(self) -> float:
        if self._slot.cpu >= 0:
            used = counters.cpu_seconds(self._slot.cpu) - self._cpu_before
            return used - (time.process_time() - self._own_before)
        return counters.cpu_seconds_of(processes.descendants())

    def _too_large(self) -> bool:
        """Return whether the program holds too much memory, where no cgroup sees to that."""
        if self._slot.oom >= 0:
            return False
        held = counters.resident_bytes(processes.descendants())
        return held > self._limits["memory_bytes"]

    def _flooded(self) -> bool:
        files = (self._stdout, self._stderr)
        return any(os.fstat(file).st_size > self.output_bytes for file in files)

    def _hear(self) -> bool:
        """Take one message of the program; False when there is no more to hear.

        Its other processes may ask for the tests, but only its own can pass or fail them.
        """
        assert self.line is not None, "only asked where there is a line"  # noqa: S101
        try:
            message, ancillary, _, _ = self.line.recvmsg(
                _MESSAGE_BYTES, socket.CMSG_SPACE(_CREDENTIALS.size)
            )
        except OSError:
            return False
        self._messages += 1
        if not message or self._messages > _MAX_MESSAGES:
            return False
        if message == b"tests":
            self._send_tests()
        elif _sender(ancillary) != self._pid:
            pass
        elif message == self._token:
            self.proved = True
        else:
            self.failure = _failure_name(message)
        return True

    def _send_tests(self) -> None:
        assert self.line is not None, "only asked where there is a line"  # noqa: S101
        with contextlib.suppress(OSError):
            socket.send_fds(self.line, [self._token], [self._tests])


def _memory_file(name: str, content: bytes) -> int:
    descriptor = os.memfd_create(name)
    if content:
        view = memoryview(content)
        while view:
            view = view[os.write(descriptor, view) :]
        os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _sender(ancillary: list[tuple[int, int, bytes]]) -> int:
    """Return the pid of a message's sender, 0 where the kernel does not say."""
    for level, kind, content in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
            return int(_CREDENTIALS.unpack(content)[0])
    return 0


def _failure_name(message: bytes) -> str:
    try:
        name = json.loads(message)["failure"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return name[:100] if isinstance(name, str) else ""
