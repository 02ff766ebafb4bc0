"""`/v1/batches`: post a batch, ask for it later. Imports FastAPI and the engine."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from starlette.requests import Request

from service.api.answers import json_answer
from service.api.bodies import read_body
from service.api.dependencies import EngineOfApp, body_docs
from service.api.errors import error_docs
from trainer_client.wire import BatchAccepted, BatchRequest, BatchStatus

router = APIRouter(tags=["judging"])


@router.post(
    "/v1/batches",
    status_code=202,
    responses=error_docs(400, 413, 415, 422, 429, 503),
    openapi_extra=body_docs(BatchRequest),
)
async def post_batch(request: Request, engine: EngineOfApp, response: Response) -> BatchAccepted:
    """Accept a batch; answer with its id at once."""
    batch = await read_body(request, BatchRequest, max_bytes=engine.settings.max_body_bytes)
    batch_id = await engine.submit(batch)
    response.headers["Location"] = f"/v1/batches/{batch_id}"
    return BatchAccepted(batch_id=batch_id)


@router.get(
    "/v1/batches/{batch_id}",
    response_model=BatchStatus,
    responses=error_docs(404, 422),
)
async def get_batch(
    batch_id: str,
    engine: EngineOfApp,
    wait_s: Annotated[float, Query(ge=0, description="seconds to wait for the end")] = 0.0,
) -> Response:
    """Return a batch as it stands, once it is done or when `wait_s` ran out."""
    status = await engine.status(batch_id, wait_s=min(wait_s, engine.settings.poll_wait_s))
    return await json_answer(status)
