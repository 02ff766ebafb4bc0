"""A service of its own for a test: a process that listens on a free port of loopback."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Self

import httpx
import psutil

START_S = 60.0
END_S = 45.0
_MAIN = "from service.server import serve; from service.settings import Settings; serve(Settings())"


class Served:
    """The running service, its log, and a client for it."""

    def __init__(self, **settings: Any) -> None:
        chosen = {"backend": "fake", "isolation": "none", "slots": 2, "port": 0, **settings}
        variables = {f"MICROJUDGE_{name.upper()}": str(value) for name, value in chosen.items()}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _MAIN],
            env={**os.environ, **variables, "MICROJUDGE_LOG_FORMAT": "json"},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.log: list[dict[str, Any]] = []
        self._urls: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reading = threading.Thread(target=self._read_log, daemon=True)
        self._reading.start()
        self.url = self._urls.get(timeout=START_S)
        if not self.url:
            self._close()
            raise RuntimeError(f"the service did not start: {self.log}")
        self.client = httpx.Client(base_url=self.url, timeout=END_S)

    def family(self) -> list[psutil.Process]:
        """Return the processes below the service."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; return the exit status."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Return the exit status."""
        status = self.process.wait(END_S)
        self._reading.join(END_S)
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.client.close()
        if self.process.poll() is None:
            self.end()
        self._close()

    def _close(self) -> None:
        self.wait()
        if self.process.stderr is not None:
            self.process.stderr.close()

    def _read_log(self) -> None:
        stream = self.process.stderr
        if stream is None:
            return
        for line in stream:
            try:
                entry = json.loads(line)
            except ValueError:
                entry = {"event": line.rstrip("\n")}
            self.log.append(entry)
            if entry.get("event") == "serving":
                self._urls.put(entry["url"])
        self._urls.put("")


def until(holds: Callable[[], bool]) -> None:
    """Return once something holds; fail where it does not within the time that a test waits."""
    end_s = time.monotonic() + END_S
    while not holds():
        assert time.monotonic() < end_s, "it never came to hold"
        time.sleep(0.01)


def all_ended(family: list[psutil.Process]) -> bool:
    """Return whether every process ends within the time that a test waits."""
    _, left = psutil.wait_procs(family, timeout=END_S)
    return left == []


def batch(*sources: str, cpu_time_s: float = 2, **changes: Any) -> dict[str, Any]:
    """Return a batch body: each source must print twice the number that it reads.

    At 60 CPU seconds a program that sleeps may do so for longer than any test waits.
    """
    return {
        "problems": {
            "double": {
                "mode": "stdio",
                "tests": [{"input": "2", "output": "4"}, {"input": "5", "output": "10"}],
                "limits": {"cpu_time_s": cpu_time_s},
            }
        },
        "submissions": [
            {"id": f"s{index}", "problem": "double", "source": source}
            for index, source in enumerate(sources)
        ],
        **changes,
    }
