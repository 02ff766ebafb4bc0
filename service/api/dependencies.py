"""What routes are handed: the engine of the app that serves them.

Imports FastAPI and the engine.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends
from pydantic import BaseModel
from starlette.requests import Request

from service.engine import Engine


def _engine_of(request: Request) -> Engine:
    engine = request.app.state.engine
    if not isinstance(engine, Engine):
        raise TypeError("the app was built without an engine")
    return engine


EngineOfApp = Annotated[Engine, Depends(_engine_of)]


def body_docs(model: type[BaseModel]) -> dict[str, Any]:
    """Return the OpenAPI entry of a body that the route reads itself."""
    reference = f"#/components/schemas/{model.__name__}"
    content = {"application/json": {"schema": {"$ref": reference}}}
    return {"requestBody": {"required": True, "content": content}}
