"""Errors as answers: `{code, message, request_id, path?}`, never a traceback, never a program.

Imports FastAPI and the service's error table. Installed once by `service.app`.
"""

from __future__ import annotations

import math
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from service.api.request_scope import REQUEST_ID_HEADER
from service.errors import ServiceError, http_error
from service.metrics import Metrics
from trainer_client.wire import ErrorBody

_CODES = {404: "not_found", 405: "method_not_allowed"}
_CLIENT_GONE = 499


def error_docs(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the error answers of a route, for its OpenAPI entry."""
    return {status: {"model": ErrorBody} for status in statuses}


def install_errors(app: FastAPI, metrics: Metrics) -> None:
    """Give every error of the app its one shape."""

    async def on_service_error(request: Request, error: Exception) -> JSONResponse:
        if not isinstance(error, ServiceError):
            raise error
        kind = http_error(error)
        metrics.refused.labels(code=kind.code).inc()
        headers: dict[str, str] = {}
        if error.retry_after_s is not None:
            headers["Retry-After"] = str(max(1, math.ceil(error.retry_after_s)))
        return _answer(
            request, kind.status, kind.code, str(error), path=error.path, headers=headers
        )

    async def on_http_error(request: Request, error: Exception) -> JSONResponse:
        if not isinstance(error, HTTPException):
            raise error
        code = _CODES.get(error.status_code, "http_error")
        headers = dict(error.headers or {})
        return _answer(request, error.status_code, code, str(error.detail), headers=headers)

    async def on_bad_parameter(request: Request, error: Exception) -> JSONResponse:
        if not isinstance(error, RequestValidationError):
            raise error
        first = error.errors()[0]
        path = ".".join(str(part) for part in first["loc"])
        metrics.refused.labels(code="bad_input").inc()
        return _answer(request, 422, "bad_input", str(first["msg"]), path=path)

    async def on_client_gone(request: Request, _error: Exception) -> JSONResponse:
        return _answer(request, _CLIENT_GONE, "client_gone", "the client went away")

    async def on_fault(request: Request, _error: Exception) -> JSONResponse:
        return _answer(request, 500, "internal", "the service failed; see its log")

    app.add_exception_handler(ServiceError, on_service_error)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(RequestValidationError, on_bad_parameter)
    app.add_exception_handler(ClientDisconnect, on_client_gone)
    app.add_exception_handler(Exception, on_fault)


def _answer(
    request: Request,
    status: int,
    code: str,
    message: str,
    *,
    path: str | None = None,
    headers: dict[str, str] | None = None,
) -> JSONResponse:
    request_id = getattr(request.state, "request_id", "")
    headers = {**(headers or {}), REQUEST_ID_HEADER: request_id}
    body = ErrorBody(code=code, message=message, request_id=request_id, path=path)
    return JSONResponse(
        body.model_dump(mode="json", exclude_none=True), status_code=status, headers=headers
    )
