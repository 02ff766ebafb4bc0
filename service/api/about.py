"""`/v1/languages`, `/v1/capabilities`, `/healthz/*`, `/metrics`: what the service says of itself.

Imports FastAPI, prometheus-client and the engine.
"""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from service.api.dependencies import EngineOfApp
from service.api.errors import error_docs
from trainer_client.wire import Capabilities, Health, Languages

router = APIRouter(tags=["about"])


@router.get("/v1/languages", responses=error_docs(503))
async def languages(engine: EngineOfApp) -> Languages:
    """Return the languages that programs may be in."""
    return Languages(languages=engine.capabilities().languages)


@router.get("/v1/capabilities", responses=error_docs(503))
async def capabilities(engine: EngineOfApp) -> Capabilities:
    """Return what this service can do, its limits, and what its isolation guarantees."""
    return engine.capabilities()


@router.get("/healthz/live", response_class=PlainTextResponse)
async def live() -> str:
    """Answer that the process is alive."""
    return "ok\n"


@router.get("/healthz/ready", response_model=Health, responses={503: {"model": Health}})
async def ready(engine: EngineOfApp) -> Response:
    """Return whether programs can be judged now: 200, else 503."""
    health = engine.health()
    return JSONResponse(
        health.model_dump(mode="json"), status_code=200 if health.status == "ok" else 503
    )


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(engine: EngineOfApp) -> Response:
    """Return the metrics in Prometheus' text format."""
    text = generate_latest(engine.metrics.registry)
    return Response(text, media_type=CONTENT_TYPE_LATEST)
