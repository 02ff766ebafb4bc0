"""The demo's own service: a child process on a free loopback port, and its clean end.

Imports the client. The child leads a session of its own, so a Ctrl-C reaches the demo only, which
then stops it as an operator would: with SIGTERM.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from rich.console import Console

import service
from service.settings import ENV_PREFIX, Settings
from trainer_client.client import Client

from .exit_codes import CommandError, ExitCode
from .options import quieted

CHECKOUT = Path(service.__file__).resolve().parent.parent
START_MARGIN_S = 30.0
STOP_MARGIN_S = 30.0
PAUSE_S = 0.1


class DemoService:
    """A running service of the demo."""

    def __init__(self, process: subprocess.Popen[bytes], url: str) -> None:
        self.process = process
        self.url = url

    def client(self) -> Client:
        """Return a new client of it."""
        return Client(self.url)


def demo_files() -> tuple[Path, ...]:
    """Return the files of the bundled batch.

    Raises:
        CommandError: this is no checkout.
    """
    folder = CHECKOUT / "examples" / "demo"
    files = tuple(sorted(folder.glob("*.jsonl")))
    if not files:
        raise CommandError(f"no *.jsonl in {folder}: the demo's batch is part of a checkout")
    return files


def free_port(host: str) -> int:
    """Return a TCP port of the host that nothing listens on now."""
    with socket.create_server((host, 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def demo_service(settings: Settings, *, port: int) -> Generator[DemoService]:
    """Run a service with these settings on the port while the block lasts.

    Raises:
        CommandError: it did not become ready, in its own words; or it did not stop cleanly.
    """
    with tempfile.TemporaryFile() as log:
        # A fixed command line of ours; nothing in it comes from outside.
        process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "serve"],
            cwd=CHECKOUT,
            env=_environment(settings, port=port),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            started = DemoService(process, f"http://{settings.host}:{port}")
            _wait_ready(started, log, within_s=settings.start_timeout_s + START_MARGIN_S)
            yield started
        finally:
            code = _stop(process, within_s=settings.shutdown_grace_s + STOP_MARGIN_S)
        if code not in {0, -signal.SIGTERM}:
            raise CommandError(
                f"the service ended with {code}: {_tail(log)}", code=ExitCode.NOT_JUDGED
            )


def say_where(running: DemoService, *, asked: str, to: Console) -> None:
    """Print what the service runs programs in, and why where it had to fall back."""
    with running.client() as client:
        able = client.capabilities()
    to.print(f"The service is up on {running.url}, {able.slots} slots.")
    if asked == "auto" and able.backend != "docker":
        to.print(f"Docker or its sandbox image is not there: programs run under {able.backend}.")
    on = ", ".join(item.name for item in able.guarantees if item.on) or "none"
    to.print(f"Backend {able.backend}, {able.environment}; guarantees: {on}.")
    for note in able.notes:
        to.print(f"  {note}")


def _environment(settings: Settings, *, port: int) -> dict[str, str]:
    set_here = quieted(settings).model_dump(mode="json", exclude_unset=True) | {"port": port}
    return dict(os.environ) | {
        f"{ENV_PREFIX}{name.upper()}": str(value) for name, value in set_here.items()
    }


def _wait_ready(running: DemoService, log: IO[bytes], *, within_s: float) -> None:
    give_up_at = time.monotonic() + within_s
    with running.client() as client:
        while client.ready() is None:
            if time.monotonic() > give_up_at:
                raise CommandError(
                    f"the service was not ready after {within_s:g} s: {_tail(log)}",
                    code=ExitCode.NOT_JUDGED,
                )
            try:
                running.process.wait(timeout=PAUSE_S)
            except subprocess.TimeoutExpired:
                continue
            raise CommandError(f"the service did not start: {_tail(log)}")


def _stop(process: subprocess.Popen[bytes], *, within_s: float) -> int:
    process.terminate()
    try:
        return process.wait(timeout=within_s)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def _tail(log: IO[bytes]) -> str:
    log.seek(0)
    lines = log.read().decode(errors="replace").strip().splitlines()
    return "\n".join(lines[-20:]).removeprefix("microjudge: ") or "it said nothing"
