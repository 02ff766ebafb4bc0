"""`POST /v1/run`: one program and its standard input, facts back.

Imports FastAPI and the engine.
"""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request

from service.api.bodies import read_body
from service.api.dependencies import EngineOfApp, body_docs
from service.api.errors import error_docs
from trainer_client.wire import RunAnswer, RunRequest

router = APIRouter(tags=["judging"])


@router.post(
    "/v1/run",
    responses=error_docs(400, 413, 415, 422, 429, 503),
    openapi_extra=body_docs(RunRequest),
)
async def run(request: Request, engine: EngineOfApp) -> RunAnswer:
    """Run one program; answer with what it did, compared with nothing."""
    asked = await read_body(request, RunRequest, max_bytes=engine.settings.max_body_bytes)
    return await engine.run(asked)
