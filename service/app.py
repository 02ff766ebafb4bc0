"""The composition root of the API process: settings in, engine or app out.

The only file of the service, besides `worker.py`, that builds objects; everything else is handed
what it needs.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from prometheus_client import CollectorRegistry
from pydantic.json_schema import models_json_schema

from service.admission import Admission
from service.api import about, batches, judge, run
from service.api.errors import install_errors
from service.api.request_scope import RequestScope
from service.capabilities import language_names, package_version
from service.engine import Engine
from service.jobqueue.api import Deliver
from service.jobqueue.child import WorkerSetup
from service.jobqueue.embedded import EmbeddedQueue, QueueLimits
from service.judge_runtime import validate_problem
from service.metrics import Metrics
from service.problem_files import ProblemFiles
from service.settings import Settings
from service.store.memory import MemoryStore
from trainer_client.wire import BatchRequest, RunRequest

_TITLE = "microjudge"
_READ_BY_HAND = (BatchRequest, RunRequest)


def build_engine(settings: Settings) -> Engine:
    """Return an embedded engine, not started: queue and store in this process, workers as children.

    Args:
        settings: the effective settings.
    """
    metrics = Metrics(CollectorRegistry())
    problems = ProblemFiles()
    settings_json = settings.model_dump_json()

    def setup(number: int) -> WorkerSetup:
        return WorkerSetup(
            number=number, settings_json=settings_json, problem_folder=str(problems.folder)
        )

    def queue(deliver: Deliver) -> EmbeddedQueue:
        limits = QueueLimits(
            workers=settings.slots,
            max_tasks=settings.max_queue_submissions,
            attempts=settings.attempts,
            stall_s=settings.stall_s,
            start_timeout_s=settings.start_timeout_s,
            no_worker_grace_s=settings.no_worker_grace_s,
        )
        return EmbeddedQueue(limits=limits, setup=setup, deliver=deliver, metrics=metrics)

    engine = Engine(
        settings=settings,
        admission=Admission(
            settings=settings,
            languages=lambda: language_names(engine.languages()),
            validate=validate_problem,
        ),
        queue=queue,
        store=MemoryStore(ttl_s=settings.result_ttl_s, max_results=settings.max_kept_results),
        problems=problems,
        metrics=metrics,
    )
    return engine


def build_app(settings: Settings, *, engine: Engine | None = None) -> FastAPI:
    """Return the HTTP app; its lifespan starts and stops the engine.

    Args:
        settings: the effective settings.
        engine: an engine whose life the caller leads, or None to build one here.
    """
    served = engine if engine is not None else build_engine(settings)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncGenerator[None]:
        if engine is not None:
            yield
            return
        await served.start()
        try:
            yield
        finally:
            await served.stop(settings.shutdown_grace_s)

    app = FastAPI(title=_TITLE, version=package_version(), lifespan=lifespan)
    app.state.engine = served
    app.add_middleware(RequestScope, metrics=served.metrics)
    install_errors(app, served.metrics)
    for topic in (judge, batches, run, about):
        app.include_router(topic.router)
    _document_bodies(app)
    return app


def _document_bodies(app: FastAPI) -> None:
    """Add the models of bodies that routes read themselves to the OpenAPI document."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(title=_TITLE, version=app.version, routes=app.routes)
            _, models = models_json_schema(
                [(model, "validation") for model in _READ_BY_HAND],
                ref_template="#/components/schemas/{model}",
            )
            components = schema.setdefault("components", {}).setdefault("schemas", {})
            for name, model in models["$defs"].items():
                components.setdefault(name, model)
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
