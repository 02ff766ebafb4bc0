"""One process of LiveCodeBench's judge, with its two pipes; nothing here waits.

Imports the standard library. The process is in a session of its own, so that Ctrl-C in a terminal
reaches us alone, and everything of it ends with its process group.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import tempfile

from .box import Box

_CHUNK_BYTES = 1 << 20
_MOST_ANSWER_BYTES = 1 << 20
_MOST_ERROR_BYTES = 4096
_DYING_S = 5.0


class JudgeProcess:
    """Takes lines and gives lines, as far as its pipes have room and content."""

    def __init__(self, box: Box) -> None:
        """Start it.

        Raises:
            OSError: it cannot be started.
        """
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `end`
        # What it writes after a `truncate` must not begin with a hole.
        flags = fcntl.fcntl(self._errors, fcntl.F_GETFL)
        fcntl.fcntl(self._errors, fcntl.F_SETFL, flags | os.O_APPEND)
        theirs_in, self.questions = os.pipe()
        self.answers, theirs_out = os.pipe()
        for ours in (self.questions, self.answers):
            os.set_blocking(ours, False)
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the command line is ours
                box.command(theirs_in, theirs_out),
                pass_fds=(theirs_in, theirs_out),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                env=box.environment(),
                cwd=box.scratch,
                start_new_session=True,
            )
        except OSError:
            self._close()
            raise
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        self._unsent = memoryview(b"")
        self._got = bytearray()

    @property
    def has_unsent(self) -> bool:
        """Return whether a part of the last question waits for room in the pipe."""
        return bool(self._unsent)

    def ask(self, line: bytes) -> None:
        """Begin to send a question; `send` goes on."""
        self._errors.truncate(0)
        self._got.clear()
        self._unsent = memoryview(line)
        self.send()

    def send(self) -> None:
        """Send as much as the pipe takes now."""
        while self._unsent:
            try:
                self._unsent = self._unsent[os.write(self.questions, self._unsent) :]
            except BlockingIOError:
                return
            except BrokenPipeError:
                # It has died: `receive` says so.
                self._unsent = memoryview(b"")

    def receive(self) -> bytes | None:
        """Return the answer's line if it is complete now, else None.

        Raises:
            EOFError: it has died.
            ValueError: it says more than an answer is long; it must be ended.
        """
        with contextlib.suppress(BlockingIOError):
            while b"\n" not in self._got:
                got = os.read(self.answers, _CHUNK_BYTES)
                if not got:
                    raise EOFError
                self._got += got
                if len(self._got) > _MOST_ANSWER_BYTES:
                    raise ValueError(f"its answer is longer than {_MOST_ANSWER_BYTES} bytes")
        line, end, _ = self._got.partition(b"\n")
        return bytes(line) if end else None

    def last_words(self) -> str:
        """Return how a process that died ended, and the last line of its standard error."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            # Its pipes are closed a moment before it is gone.
            self._process.wait(timeout=_DYING_S)
        died = self._process.poll()
        status = "" if died is None else f"status {died}"
        return ": ".join(filter(None, (status, self._last_line()))) or "it said nothing"

    def end(self) -> None:
        """Kill it and all that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._close()

    def _last_line(self) -> str:
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - _MOST_ERROR_BYTES))
        lines = self._errors.read().decode(errors="replace").splitlines()
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _close(self) -> None:
        self._errors.close()
        os.close(self.questions)
        os.close(self.answers)
