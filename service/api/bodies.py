"""Reading a request's body: bounded while it comes, parsed strictly, off the event loop.

Imports starlette's Request and pydantic. A body that is too long is never held: what comes beyond
the limit is thrown away, up to a bound, so that the caller gets to read the answer.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request

from service.errors import BadInput, BadJson, BodyTooLarge, UnsupportedEncoding

ModelT = TypeVar("ModelT", bound=BaseModel)

_THROWN_AWAY_BYTES = 256 * 1024 * 1024
_THROWN_AWAY_S = 10.0
_PARSED_INLINE_BYTES = 64 * 1024
_PATH_IN_MESSAGE = re.compile(r"(?:Value error, )?([a-z_]+(?:\.[A-Za-z0-9_]+)+): (.*)", re.DOTALL)
_VALUE_ERROR = "Value error, "


async def read_body(request: Request, model: type[ModelT], *, max_bytes: int) -> ModelT:
    """Return the request's body as a model.

    Args:
        request: the request, its body unread.
        model: what the body must be, by strict JSON types.
        max_bytes: the longest body that is taken.

    Raises:
        BodyTooLarge: the body is longer, by its header or by count.
        UnsupportedEncoding: the body is compressed.
        BadJson: the body is not JSON.
        BadInput: the JSON is not what the model says; the path names the field.
    """
    encoding = request.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in {"", "identity"}:
        raise UnsupportedEncoding("bodies must be sent uncompressed (Content-Encoding identity)")
    text = await _read_bounded(request, max_bytes)
    if len(text) <= _PARSED_INLINE_BYTES:
        return _parse(model, text)
    return await asyncio.to_thread(_parse, model, text)


async def _read_bounded(request: Request, max_bytes: int) -> bytes:
    declared = request.headers.get("content-length", "")
    stream = request.stream()
    if declared.isdecimal() and int(declared) > max_bytes:
        if request.headers.get("expect", "").lower() != "100-continue":
            await _throw_away(stream)
        raise BodyTooLarge(f"body of {declared} > {max_bytes} bytes")
    parts: list[bytes] = []
    held = 0
    async for part in stream:
        held += len(part)
        if held > max_bytes:
            parts.clear()
            await _throw_away(stream)
            raise BodyTooLarge(f"body of more than {max_bytes} bytes")
        parts.append(part)
    return b"".join(parts)


async def _throw_away(stream: AsyncIterator[bytes]) -> None:
    """Read on without keeping: a caller that still writes would not see the answer."""
    thrown = 0
    try:
        async with asyncio.timeout(_THROWN_AWAY_S):
            async for part in stream:
                thrown += len(part)
                if thrown > _THROWN_AWAY_BYTES:
                    return
    except (TimeoutError, ClientDisconnect):
        return


def _parse(model: type[ModelT], text: bytes) -> ModelT:
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        raise _bad_input(error) from None


def _bad_input(error: ValidationError) -> BadJson | BadInput:
    details = error.errors(include_url=False, include_context=False, include_input=False)
    first: Any = details[0]
    message = str(first["msg"])
    if first["type"] == "json_invalid":
        return BadJson(message)
    path = ".".join(str(part) for part in first["loc"])
    named = _PATH_IN_MESSAGE.fullmatch(message) if not path else None
    if named is not None:
        path, message = named.groups()
    message = message.removeprefix(_VALUE_ERROR)
    if len(details) > 1:
        message = f"{message} (and {len(details) - 1} more)"
    return BadInput(message, path=path or None)
