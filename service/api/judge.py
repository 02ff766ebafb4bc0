"""`POST /v1/judge`: a batch, answered when it is done. Imports FastAPI and the engine."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse
from starlette.requests import Request

from service.api.answers import json_answer
from service.api.bodies import read_body
from service.api.dependencies import EngineOfApp, body_docs
from service.api.errors import error_docs
from service.engine import Engine
from trainer_client.wire import BatchAccepted, BatchRequest, BatchState, BatchStatus

router = APIRouter(tags=["judging"])


@router.post(
    "/v1/judge",
    response_model=BatchStatus,
    responses={
        202: {"model": BatchAccepted, "description": "wait_s ran out; ask for the batch by its id"},
        **error_docs(400, 413, 415, 422, 429, 503),
    },
    openapi_extra=body_docs(BatchRequest),
)
async def judge(
    request: Request,
    engine: EngineOfApp,
    wait_s: Annotated[float | None, Query(ge=0, description="seconds to wait for the end")] = None,
) -> Response:
    """Judge a batch; answer with its results once all are there."""
    most_s = engine.settings.judge_wait_s
    batch = await read_body(request, BatchRequest, max_bytes=engine.settings.max_body_bytes)
    batch_id = await engine.submit(batch)
    del batch
    status = await _wait(
        request, engine, batch_id, wait_s=most_s if wait_s is None else min(wait_s, most_s)
    )
    if status.state is not BatchState.DONE:
        return JSONResponse(
            BatchAccepted(batch_id=batch_id).model_dump(),
            status_code=202,
            headers={"Location": f"/v1/batches/{batch_id}"},
        )
    return await json_answer(status)


async def _wait(request: Request, engine: Engine, batch_id: str, *, wait_s: float) -> BatchStatus:
    """Wait for the batch's end, but not for a caller who went away; the batch goes on by itself."""
    waiting = asyncio.create_task(engine.status(batch_id, wait_s=wait_s))
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({waiting, gone}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        if not waiting.done():
            waiting.cancel()
    if waiting.done():
        return await waiting
    return await engine.status(batch_id)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
