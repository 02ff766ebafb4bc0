"""An app without workers, and one with a bug: still errors of the one shape."""

from __future__ import annotations

from fastapi.testclient import TestClient

from service.app import build_app, build_engine
from service.settings import Settings
from tests.integration.service.served import batch

SETTINGS = Settings(backend="fake", isolation="none")


def _client() -> TestClient:
    app = build_app(SETTINGS, engine=build_engine(SETTINGS))

    @app.get("/bug")
    async def bug() -> None:
        raise ZeroDivisionError("secret_name")

    return TestClient(app, raise_server_exceptions=False)


def test_without_a_worker_nothing_is_accepted() -> None:
    client = _client()
    for answer in (
        client.post("/v1/judge", json=batch("print(1)")),
        client.post("/v1/run", json={"source": "print(1)"}),
        client.get("/v1/capabilities"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (503, "no_worker")
        assert int(answer.headers["Retry-After"]) >= 1
    ready = client.get("/healthz/ready")
    assert (ready.status_code, ready.json()["status"]) == (503, "starting")
    assert client.get("/healthz/live").status_code == 200


def test_a_refused_batch_leaves_nothing_behind() -> None:
    engine = build_engine(SETTINGS)
    client = TestClient(build_app(SETTINGS, engine=engine))
    assert client.post("/v1/judge", json=batch("print(1)")).status_code == 503
    assert engine.stats().queued == 0
    text = client.get("/metrics").text
    assert "microjudge_submissions_accepted_total 0.0" in text


def test_a_bug_is_500_without_its_words() -> None:
    answer = _client().get("/bug", headers={"X-Request-ID": "mine"})
    assert answer.status_code == 500
    assert answer.json()["code"] == "internal"
    assert answer.json()["request_id"] == answer.headers["X-Request-ID"] == "mine"
    assert "secret_name" not in answer.text
