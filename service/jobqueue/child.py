"""One worker process as its parent sees it: start it, send jobs, read reports, end it.

Imports asyncio and the envelope. The child is `python -m service.worker` with one end of a socket
pair; closing our end tells it to end, so even a parent that is killed leaves no worker behind.
It leads a session of its own: a terminal's Ctrl-C reaches the parent only, which then drains.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

import service
from service.errors import WorkerLost
from service.jobqueue.envelope import REPORT, Beat, Ready, Report, Unavailable
from service.jobqueue.frames import FrameError, encode_frame, read_frame

_REPORTS_AHEAD = 64
_SETUP_TIMEOUT_S = 10.0
_PACKAGE_ROOT = str(Path(service.__file__).parent.parent)


class WorkerSetup(BaseModel):
    """What a worker is told first: all that it may not read from the environment itself."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    number: int
    settings_json: str
    problem_folder: str


class WorkerUnavailable(WorkerLost):
    """The worker says that it cannot open a slot on this machine."""


class Child:
    """A running worker process."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer
        self._reports: asyncio.Queue[Report | WorkerLost] = asyncio.Queue(_REPORTS_AHEAD)
        self.lost = asyncio.Event()
        self._pump = asyncio.create_task(self._read_reports())

    @classmethod
    async def spawn(cls, setup: WorkerSetup) -> Child:
        """Start a worker process and tell it its setup.

        Raises:
            WorkerLost: the process could not be started.
        """
        ours, theirs = socket.socketpair()
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "service.worker",
                str(theirs.fileno()),
                str(os.getpid()),
                pass_fds=(theirs.fileno(),),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                start_new_session=True,
                env=_environment(),
            )
        except OSError as error:
            ours.close()
            raise WorkerLost(f"worker did not start: {error}") from error
        finally:
            theirs.close()
        reader, writer = await asyncio.open_connection(sock=ours)
        child = cls(process, reader, writer)
        try:
            await child.send(setup.model_dump_json(), timeout_s=_SETUP_TIMEOUT_S)
        except WorkerLost:
            await child.end(grace_s=0.0)
            raise
        return child

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._process.pid

    async def send(self, message: str, *, timeout_s: float) -> None:
        """Send one message.

        Raises:
            WorkerLost: the worker's end is closed, or it takes nothing for `timeout_s`.
        """
        try:
            async with asyncio.timeout(timeout_s):
                self._writer.write(encode_frame(message.encode()))
                await self._writer.drain()
        except (ConnectionError, TimeoutError, FrameError) as error:
            raise WorkerLost(f"worker {self.pid} took no message: {error}") from error

    async def receive(self, *, timeout_s: float) -> Report:
        """Return the worker's next report.

        Raises:
            WorkerLost: it died, said nothing for `timeout_s`, or broke the protocol.
        """
        try:
            async with asyncio.timeout(timeout_s):
                report = await self._reports.get()
        except TimeoutError as error:
            raise WorkerLost(f"worker {self.pid} was silent for {timeout_s} s") from error
        if isinstance(report, WorkerLost):
            raise report
        return report

    async def _read_reports(self) -> None:
        try:
            while (message := await read_frame(self._reader)) is not None:
                await self._reports.put(REPORT.validate_json(message))
            end = WorkerLost(f"worker {self.pid} died")
        except (FrameError, ValidationError) as error:
            end = WorkerLost(f"worker {self.pid} broke the protocol: {type(error).__name__}")
        self.lost.set()
        await self._reports.put(end)

    async def ready(self, *, timeout_s: float) -> Ready:
        """Return what the worker says once its slot is warm.

        Raises:
            WorkerUnavailable: it cannot open a slot here; the message says what mends it.
            WorkerLost: it died or took longer than `timeout_s`.
        """
        try:
            async with asyncio.timeout(timeout_s):
                while isinstance(report := await self._reports.get(), Beat):
                    pass
        except TimeoutError as error:
            raise WorkerLost(f"worker {self.pid} was not ready within {timeout_s} s") from error
        if isinstance(report, WorkerLost):
            raise report
        if isinstance(report, Unavailable):
            raise WorkerUnavailable(report.message)
        if not isinstance(report, Ready):
            raise WorkerLost(f"worker {self.pid} said {report.kind} before ready")
        return report

    async def end(self, *, grace_s: float) -> None:
        """End the worker: ask by closing the socket, kill what is left after `grace_s`."""
        self._writer.close()
        try:
            async with asyncio.timeout(grace_s):
                await self._process.wait()
        except TimeoutError:
            self.kill()
            self._writer.transport.abort()
            await self._process.wait()
        self._pump.cancel()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    def kill(self) -> None:
        """Kill the worker and what is left in its process group."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)


def _environment() -> dict[str, str]:
    paths = [_PACKAGE_ROOT, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
