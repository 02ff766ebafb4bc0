"""The worker process: one slot (and a spare), jobs from a socket, results back one by one.

The composition root of a worker; the API starts it as `python -m service.worker FD PARENT_PID`.
It ends when its parent's end of the socket is closed, also where the parent was killed: a reader
thread sees that, destroys the slots even while a program runs, and leaves. SIGTERM and SIGINT do
not end it (a terminal or an init system sends them to all, and the parent must drain first),
unless the parent is gone.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

import psutil
import structlog

from sandbox.choose import choose_sandbox
from sandbox.errors import BackendUnavailable, SandboxError
from sandbox.languages import Language, all_languages
from sandbox.pool import SlotPool
from sandbox.self_test import passes
from service.capabilities import guarantee_list, language_list
from service.jobqueue.child import WorkerSetup
from service.jobqueue.envelope import Beat, Finished, Ready, Report, Unavailable
from service.jobqueue.frames import FrameError, encode_frame, receive_frame
from service.jobs import configure
from service.judge_runtime import build_runtime
from service.log import configure_log
from service.observed_sandbox import ObservedSandbox
from service.settings import Settings

_PR_SET_PDEATHSIG = 1
_BEAT_S = 1.0
_END_S = 5.0


class Line:
    """The worker's end of the socket."""

    def __init__(self, sock: socket.socket, *, beat_s: float = _BEAT_S) -> None:
        self._sock = sock
        self._beat_s = beat_s
        self._guard = threading.Lock()
        self._said_s = time.monotonic()

    def tell(self, report: Report) -> None:
        """Send a report.

        Raises:
            ConnectionError: the parent is gone; the worker must end.
        """
        frame = encode_frame(report.model_dump_json().encode())
        with self._guard:
            self._sock.sendall(frame)
            self._said_s = time.monotonic()

    def beat(self) -> None:
        """Give a sign of life, unless something was said just now."""
        if time.monotonic() - self._said_s >= self._beat_s:
            # Where the parent is gone, `listen` sees it; a program's run is not the place to fail.
            with contextlib.suppress(ConnectionError):
                self.tell(Beat())

    def hang_up(self) -> None:
        """End the connection, so that `listen` ends."""
        self._sock.shutdown(socket.SHUT_RDWR)

    def listen(self, jobs: queue.SimpleQueue[bytes | None], on_end: Callable[[], None]) -> None:
        """Put each job into the queue, and None at the end."""
        try:
            while (message := receive_frame(self._sock)) is not None:
                jobs.put(message)
        except (FrameError, OSError):
            structlog.get_logger().warning("the parent's messages broke off")
        jobs.put(None)
        on_end()


def main(fd: int, parent_pid: int) -> int:
    """Work until the parent closes its end; return the exit status."""
    sock = socket.socket(fileno=fd)
    line = Line(sock)
    _end_with_parent(parent_pid, line)
    message = receive_frame(sock)
    if message is None:
        return 0
    setup = WorkerSetup.model_validate_json(message)
    settings = Settings.model_validate_json(setup.settings_json)
    configure_log(
        log_format=settings.log_format,
        level=settings.log_level,
        process=f"worker {setup.number}",
    )
    try:
        return _start(setup, settings, line)
    except ConnectionError:
        return 0


def _start(setup: WorkerSetup, settings: Settings, line: Line) -> int:
    try:
        return _serve(setup, settings, line)
    except SandboxError as error:
        line.tell(Unavailable(message=str(error)))
        return 1


def _serve(setup: WorkerSetup, settings: Settings, line: Line) -> int:
    chosen = choose_sandbox(
        settings.backend,
        settings.isolation,
        on_fallback=structlog.get_logger().warning if setup.number == 0 else None,
    )
    with contextlib.closing(ObservedSandbox(chosen, on_progress=line.beat)) as sandbox:
        slots = SlotPool(sandbox, spares=1)
        leave = _Leave(sandbox)
        try:
            languages = _working_languages(slots)
            runtime = build_runtime(
                settings=settings,
                sandbox=sandbox,
                slots=slots,
                problem_folder=setup.problem_folder,
            )
            configure(runtime)
            guarantees = sandbox.guarantees()
            line.tell(
                Ready(
                    backend=sandbox.name,
                    environment=sandbox.environment,
                    guarantees=guarantee_list(guarantees),
                    notes=list(guarantees.notes),
                    languages=language_list(languages),
                )
            )
            jobs: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
            listening = (jobs, leave.parent_is_gone)
            threading.Thread(target=line.listen, args=listening, daemon=True).start()
            while (job := jobs.get()) is not None:
                replaced = slots.replaced
                runtime.work_off(job, line.tell)
                line.tell(Finished(slots_replaced=slots.replaced - replaced))
        finally:
            leave.end_slots()
            slots.close()
    return 0


def _working_languages(slots: SlotPool) -> list[Language]:
    """Return the languages that pass their self-test in a slot, which is warm then.

    Raises:
        SandboxError: no slot opens, or nothing works in it.
    """
    working: list[Language] = []
    for language in all_languages().values():
        slot = slots.acquire()
        good = False
        try:
            good = passes(slot, language)
        finally:
            (slots.release if good else slots.discard)(slot)
        if good:
            working.append(language)
        else:
            structlog.get_logger().warning("self-test failed", language=language.name)
    if not working:
        raise BackendUnavailable("no language passes its self-test: run make image and make rootfs")
    return working


class _Leave:
    """How the worker ends: the slots with all that is in them, and soon the process too."""

    def __init__(self, sandbox: ObservedSandbox) -> None:
        self._sandbox = sandbox
        self._guard = threading.Lock()

    def parent_is_gone(self) -> None:
        """End everything, also while the main thread runs a program."""
        timer = threading.Timer(_END_S, os._exit, args=(1,))
        timer.daemon = True
        timer.start()
        self.end_slots()

    def end_slots(self) -> None:
        """Destroy every slot, and kill what a sandbox that isolates nothing leaves of it."""
        with self._guard:
            below = psutil.Process().children(recursive=True)
            self._sandbox.end_all()
            for process in below:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()


def _end_with_parent(parent_pid: int, line: Line) -> None:
    """Have the kernel tell when the parent dies, and take no other signal as an order to end."""

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        if os.getppid() != parent_pid:
            line.hang_up()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent_pid:
        line.hang_up()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
