"""The engine inside this process, as something that takes batches one call at a time.

Imports asyncio and the wire types. The engine lives on an event loop in a thread of its own, so
that it goes on judging while results are written, and Ctrl-C reaches the main thread. The engine
is stopped however the block is left.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from trainer_client.wire import BatchRequest, BatchStatus, Capabilities

T = TypeVar("T")


class Engine(Protocol):
    """What is needed of `service.engine.Engine`."""

    async def start(self) -> None:
        """Start the workers."""
        ...

    async def stop(self, grace_s: float) -> None:
        """Stop the workers; what is unfinished after `grace_s` seconds ends as IE."""
        ...

    async def submit(self, request: BatchRequest) -> str:
        """Accept a batch; return its id."""
        ...

    async def status(self, batch_id: str, *, wait_s: float = 0.0) -> BatchStatus:
        """Return the batch as it stands."""
        ...

    def capabilities(self) -> Capabilities:
        """Return what the service can do."""
        ...


class EmbeddedService:
    """Runs an engine while the `with` block lasts."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="engine", daemon=True)

    def __enter__(self) -> Self:
        """Start the engine.

        Raises:
            ServiceError, SandboxError: it cannot start; the message says what mends it.
        """
        self._thread.start()
        try:
            self._run(self._engine.start())
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop the engine; what is unfinished is given up."""
        self._close()

    def submit(self, request: BatchRequest) -> str:
        """Post a batch; return its id."""
        return self._run(self._engine.submit(request))

    def status(self, batch_id: str, *, wait_s: float = 0.0) -> BatchStatus:
        """Return the batch as it stands, waiting up to `wait_s` seconds for it to be done."""
        return self._run(self._engine.status(batch_id, wait_s=wait_s))

    def capabilities(self) -> Capabilities:
        """Return what the service can do."""
        return self._engine.capabilities()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _close(self) -> None:
        try:
            self._run(self._engine.stop(0.0))
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
