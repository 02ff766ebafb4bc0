"""An app without workers, and one with a bug: still errors of the one shape."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import httpx

from service.app import build_app, build_engine
from service.settings import Settings
from tests.integration.service.served import batch

T = TypeVar("T")
SETTINGS = Settings(backend="fake", isolation="none")


def asked(ask: Callable[[httpx.AsyncClient], Awaitable[T]]) -> T:
    """Return what a client gets from an app whose engine was never started."""
    app = build_app(SETTINGS, engine=build_engine(SETTINGS))

    async def bug() -> None:
        raise ZeroDivisionError("secret_name")

    app.add_api_route("/bug", bug)

    async def session() -> T:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await ask(client)

    return asyncio.run(session())


def test_without_a_worker_nothing_is_accepted() -> None:
    async def ask(client: httpx.AsyncClient) -> list[httpx.Response]:
        return [
            await client.post("/v1/judge", json=batch("print(1)")),
            await client.post("/v1/run", json={"source": "print(1)"}),
            await client.get("/v1/capabilities"),
        ]

    for answer in asked(ask):
        assert (answer.status_code, answer.json()["code"]) == (503, "no_worker")
        assert int(answer.headers["Retry-After"]) >= 1


def test_before_the_start_the_service_is_alive_and_not_ready() -> None:
    ready = asked(lambda client: client.get("/healthz/ready"))
    assert (ready.status_code, ready.json()["status"]) == (503, "starting")
    assert asked(lambda client: client.get("/healthz/live")).status_code == 200


def test_a_refused_batch_leaves_nothing_behind() -> None:
    async def ask(client: httpx.AsyncClient) -> str:
        assert (await client.post("/v1/judge", json=batch("print(1)"))).status_code == 503
        return (await client.get("/metrics")).text

    text = asked(ask)
    assert "microjudge_submissions_accepted_total 0.0" in text
    assert 'microjudge_requests_refused_total{code="no_worker"} 1.0' in text


def test_a_bug_is_500_without_its_words() -> None:
    answer = asked(lambda client: client.get("/bug", headers={"X-Request-ID": "mine"}))
    assert answer.status_code == 500
    assert answer.json()["code"] == "internal"
    assert answer.json()["request_id"] == answer.headers["X-Request-ID"] == "mine"
    assert "secret_name" not in answer.text
