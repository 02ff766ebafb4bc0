"""PID 1 of a slot: owns the line to the host, starts zygotes, and proves each submission gone.

Standard library only. Roles: the supervisor forks zygotes at start; for each submission a zygote
forks a runner, which talks to the host itself until it ends; then the supervisor sweeps what is
left and answers. Each role's `run` returns only in a process that was forked to be the next role,
so that a judged program starts with an (almost) empty stack; see `boot`.

No process of a judged program can signal the supervisor. When the host's end closes, the supervisor
ends, and with it everything in the slot.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

from . import counters, frames, kernel, processes, scratch
from .box import Box, self_check
from .zygote import Zygote, needs_numpy

PROTOCOL_VERSION = 1
_CLEAN_EXIT = 0
_SWEEP_DEADLINE_S = 5.0
_SWEEP_PAUSE_S = 0.001


class Supervisor:
    """The first role; answers the host between submissions."""

    def __init__(self, connection: socket.socket, trusted_parent: bool) -> None:
        """Make a supervisor.

        Args:
            connection: the line to the host.
            trusted_parent: True where no PID namespace ends our children with us.
        """
        self._connection = connection
        self._trusted_parent = trusted_parent
        self._zygotes: dict[str, tuple[int, socket.socket]] = {}
        self._serial = 0

    def run(self) -> Zygote:
        """Serve the host for ever; returns only in a forked zygote."""
        message, _ = frames.receive(self._connection)
        self._box = Box(**message["box"])
        os.umask(0o022)
        # Nobody but root reads our memory, not even a program that shares our user.
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
        if self._box.uid_base:
            # Docker gives a tmpfs the mode that its mount point had in the image.
            for folder in self._box.scratch:
                Path(folder).chmod(0o1777)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for kind in ("plain", "numpy"):
            zygote = self._start_zygote(kind)
            if zygote is not None:
                signal.signal(signal.SIGINT, signal.default_int_handler)
                return zygote
        self._counters = counters.open_cgroup(self._box.cgroup_roots)
        # Both are ready before the first program, whose CPU time their start would be counted to.
        for _, channel in self._zygotes.values():
            frames.receive(channel)
        scratch.remove_own_copy()
        frames.send(
            self._connection,
            {
                "type": "hello",
                "protocol": PROTOCOL_VERSION,
                "python": sys.version.split()[0],
                "guarantees": self_check(self._box),
            },
        )
        while True:
            try:
                self._serve_submission()
            except EOFError:
                self._leave()

    def _start_zygote(self, kind: str) -> Zygote | None:
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            ours.close()
            kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
            return Zygote(kind, theirs, self._connection, self._box)
        theirs.close()
        self._zygotes[kind] = (pid, ours)
        return None

    def _serve_submission(self) -> None:
        message, source = frames.receive(self._connection)
        self._serial += 1
        uid = self._box.uid_of(self._serial)
        _, channel = self._zygotes["numpy" if needs_numpy(source) else "plain"]
        frames.send(channel, {**message, "uid": uid}, source)
        oom_kills = counters.oom_kills(self._counters.oom)
        status = self._await_runner(channel)
        clean = self._sweep(uid, {zygote_pid for zygote_pid, _ in self._zygotes.values()})
        if status == _CLEAN_EXIT:
            frames.send(self._connection, {"type": "finished", "clean": clean})
        else:
            oom_kills = counters.oom_kills(self._counters.oom) - oom_kills
            message = {"type": "runner_died", "status": status, "oom_kills": oom_kills}
            frames.send(self._connection, message)

    def _await_runner(self, channel: socket.socket) -> int:
        poller = select.poll()
        poller.register(channel, select.POLLIN)
        poller.register(self._connection, 0)
        while True:
            for descriptor, _ in poller.poll():
                if descriptor == channel.fileno():
                    message, _ = frames.receive(channel)
                    return int(message["status"])
                self._leave()

    def _sweep(self, uid: int | None, zygotes: set[int]) -> bool:
        """Kill, reap and wipe; True if nothing of the submission is left."""
        deadline = time.monotonic() + _SWEEP_DEADLINE_S
        self._reap_orphans(zygotes)
        while uid is not None and processes.is_running(uid):
            if time.monotonic() > deadline:
                return False
            processes.kill_user(uid)
            time.sleep(_SWEEP_PAUSE_S)
            self._reap_orphans(zygotes)
        Path(self._box.program_path).unlink(missing_ok=True)
        return scratch.wipe(self._box.scratch, "", uid)

    def _reap_orphans(self, zygotes: set[int]) -> None:
        while True:
            pid, _ = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            if pid in zygotes:
                self._leave()

    def _leave(self) -> Any:
        if self._trusted_parent:
            for pid, _ in self._zygotes.values():
                os.kill(pid, signal.SIGKILL)
        os._exit(0)
