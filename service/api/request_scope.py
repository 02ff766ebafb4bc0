"""Around every request: its id, its log line, its metrics, and errors in one shape.

Imports starlette's types; a plain ASGI middleware, so bodies and streams pass untouched. The id is
the caller's `X-Request-ID` where that is sound, else a fresh one; it stands in the answer's header,
in every error body and in the log.
"""

from __future__ import annotations

import re
import time
from secrets import token_hex

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.metrics import Metrics

REQUEST_ID_HEADER = "X-Request-ID"
_SOUND_ID = re.compile(r"[A-Za-z0-9._:\-]{1,128}")
_METHODS = frozenset({"GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"})
_QUIET_ROUTES = ("/healthz", "/metrics")


class RequestScope:
    """The middleware."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asked = Headers(scope=scope).get(REQUEST_ID_HEADER, "")
        request_id = asked if _SOUND_ID.fullmatch(asked) else token_hex(8)
        scope.setdefault("state", {})["request_id"] = request_id
        began_s = time.monotonic()
        status = 500

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_ID_HEADER] = request_id
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        finally:
            self._note(scope, status, request_id, time.monotonic() - began_s)

    def _note(self, scope: Scope, status: int, request_id: str, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "unmatched")
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._metrics.http_requests.labels(route=route, method=method, status=str(status)).inc()
        self._metrics.http_seconds.labels(route=route).observe(seconds)
        log = structlog.get_logger()
        tell = log.debug if route.startswith(_QUIET_ROUTES) else log.info
        tell(
            "request",
            route=route,
            method=method,
            status=status,
            seconds=round(seconds, 4),
            request_id=request_id,
        )
