"""Serve the API over HTTP until told to stop, then drain.

Imports uvicorn and `service.app`. On SIGTERM or SIGINT nothing more is accepted (503, and the
ready check says `stopping`), what was accepted is finished or reported within the grace period,
its waiting callers get their answers, and the workers end; a second signal cuts the grace short.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Generator
from contextlib import contextmanager

import structlog
import uvicorn

from service.app import build_app, build_engine
from service.capabilities import NOT_ISOLATED
from service.engine import Engine
from service.errors import StartFailed
from service.log import configure_log
from service.settings import Settings

_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_FETCH_S = 5.0
_LAST_ANSWERS_S = 5
_BACKLOG = 2048


class _Server(uvicorn.Server):
    """Uvicorn without signal handling of its own: the drain comes first."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Leave signals to `serve`."""
        yield


def serve(settings: Settings) -> None:
    """Serve until a signal; return once nothing of the service is left.

    Raises:
        StartFailed: programs cannot be judged here; the message says what mends it.
    """
    configure_log(log_format=settings.log_format, level=settings.log_level, process="api")
    asyncio.run(_serve(settings))


async def _serve(settings: Settings) -> None:
    log = structlog.get_logger()
    log.info("settings", **settings.model_dump(mode="json"))
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in _SIGNALS:
        loop.add_signal_handler(number, stop.set)
    with listen(settings) as listener:
        engine = build_engine(settings)
        try:
            if await _start(engine, stop):
                await _answer_until(stop, engine, settings, listener)
        finally:
            await engine.stop(0.0)
    log.info("stopped")


def listen(settings: Settings) -> socket.socket:
    """Return the listening socket.

    Its protocol is named, not 0: asyncio turns Nagle's algorithm off only for sockets that say TCP,
    and with it on each answer over a kept connection waits 40 ms for an acknowledgement.

    Raises:
        StartFailed: the address is taken or not this machine's; the operator must act.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise StartFailed(
            f"cannot listen on {settings.host} port {settings.port} ({error.strerror}): "
            "choose another with --port"
        ) from error
    return listener


async def _start(engine: Engine, stop: asyncio.Event) -> bool:
    """Start the engine; False where a signal came first."""
    starting = asyncio.create_task(engine.start())
    stopped = asyncio.create_task(stop.wait())
    await asyncio.wait({starting, stopped}, return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    if not starting.done():
        starting.cancel()
        return False
    await starting
    return True


async def _answer_until(
    stop: asyncio.Event, engine: Engine, settings: Settings, listener: socket.socket
) -> None:
    log = structlog.get_logger()
    config = uvicorn.Config(
        build_app(settings, engine=engine),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_LAST_ANSWERS_S,
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    host, port = listener.getsockname()[:2]
    log.info("serving", url=f"http://{f'[{host}]' if ':' in host else host}:{port}")
    if settings.isolation == "none":
        log.warning(NOT_ISOLATED)
    stopped = asyncio.create_task(stop.wait())
    await asyncio.wait({serving, stopped}, return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    if not serving.done():
        await _drain(stop, engine, settings.shutdown_grace_s)
        server.should_exit = True
    await serving


async def _drain(stop: asyncio.Event, engine: Engine, grace_s: float) -> None:
    """Finish what was accepted, give callers a moment to fetch it; a second signal cuts this."""
    structlog.get_logger().info("stopping", grace_s=grace_s)
    stop.clear()
    again = asyncio.create_task(stop.wait())
    draining = asyncio.create_task(_finish(engine, grace_s))
    await asyncio.wait({again, draining}, return_when=asyncio.FIRST_COMPLETED)
    again.cancel()
    if not draining.done():
        await engine.stop(0.0)
        draining.cancel()
    await asyncio.wait({draining})


async def _finish(engine: Engine, grace_s: float) -> None:
    began_s = time.monotonic()
    await engine.stop(grace_s)
    fetch_until_s = min(began_s + grace_s, time.monotonic() + _FETCH_S)
    await engine.wait_read(fetch_until_s - time.monotonic())
