"""A service of our own for one benchmark, as a child process on a free loopback port."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager

from trainer_client.client import Client

_READY_DEADLINE_S = 120.0
_STOP_DEADLINE_S = 60.0


@contextmanager
def service(backend: str, slots: int) -> Generator[Client]:
    """Give a client of a service that runs while the block lasts.

    Args:
        backend: a file name of `sandbox/backends`.
        slots: how many.

    Raises:
        RuntimeError: it did not become ready.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = int(listener.getsockname()[1])
    arguments = ["serve", "--port", str(port), "--slots", str(slots), "--backend", backend]
    # A fixed command line of ours; nothing in it comes from outside.
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "service.cli", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with Client(f"http://127.0.0.1:{port}") as client:
            deadline = time.monotonic() + _READY_DEADLINE_S
            while client.ready() is None:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"the service with backend {backend} did not become ready")
                time.sleep(0.1)
            yield client
    finally:
        process.terminate()
        process.wait(_STOP_DEADLINE_S)
