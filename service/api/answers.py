"""Answers from pydantic models, written once, off the event loop where they are long.

Imports FastAPI's Response and pydantic.
"""

from __future__ import annotations

import asyncio

from fastapi import Response

from trainer_client.wire import BatchStatus

_WRITTEN_INLINE_TESTS = 500


async def json_answer(status: BatchStatus) -> Response:
    """Return a batch as a JSON answer."""
    if sum(len(result.tests) for result in status.results) <= _WRITTEN_INLINE_TESTS:
        text = status.model_dump_json()
    else:
        text = await asyncio.to_thread(status.model_dump_json)
    return Response(text, media_type="application/json")
