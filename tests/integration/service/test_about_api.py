"""What the service says of itself."""

from __future__ import annotations

import json
import re

import pytest

from service import metrics
from tests.integration.service.served import Served, batch


def test_languages_name_their_aliases(served: Served) -> None:
    languages = served.client.get("/v1/languages").json()["languages"]
    (python,) = [language for language in languages if language["name"] == "python"]
    assert "python3" in python["aliases"]


def test_capabilities_say_what_is_guaranteed(served: Served) -> None:
    told = served.client.get("/v1/capabilities").json()
    assert (told["backend"], told["isolation"], told["slots"]) == ("fake", "none", 2)
    assert {entry["name"] for entry in told["guarantees"]} >= {"network_off", "memory_cgroup"}
    assert told["max_tests"] == 50
    assert told["max_limits"]["cpu_time_s"] == 60


def test_ready_says_loudly_that_nothing_is_isolated(served: Served) -> None:
    answer = served.client.get("/healthz/ready")
    assert answer.status_code == 200
    assert answer.json()["live_slots"] == 2
    assert "NOT ISOLATED" in answer.json()["warning"]


def test_live_is_live(served: Served) -> None:
    assert served.client.get("/healthz/live").text == "ok\n"


def test_a_sound_request_id_is_given_back_and_an_unsound_one_replaced(served: Served) -> None:
    sound = served.client.get("/healthz/live", headers={"X-Request-ID": "step-7.a"})
    assert sound.headers["X-Request-ID"] == "step-7.a"
    unsound = served.client.get("/healthz/live", headers={"X-Request-ID": "a b<script>"})
    assert unsound.headers["X-Request-ID"] not in {"a b<script>", ""}


def test_metrics_count_what_was_judged(served: Served) -> None:
    served.client.post("/v1/judge", json=batch("print(int(input()) * 2)"))
    text = served.client.get("/metrics").text
    assert f'{metrics.RESULTS}{{verdict="AC"}}' in text
    assert f'{metrics.HTTP_REQUESTS}{{method="POST",route="/v1/judge",status="200"}}' in text
    assert f"{metrics.SLOTS_LIVE} 2.0" in text


@pytest.mark.parametrize(
    ("path", "model"), [("/v1/judge", "BatchRequest"), ("/v1/run", "RunRequest")]
)
def test_the_documentation_knows_bodies_and_errors(served: Served, path: str, model: str) -> None:
    document = served.client.get("/openapi.json").json()
    route = document["paths"][path]["post"]
    body = route["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": f"#/components/schemas/{model}"}
    assert "ErrorBody" in route["responses"]["422"]["content"]["application/json"]["schema"]["$ref"]
    schemas = document["components"]["schemas"]
    for name in _references(document):
        assert name in schemas
    assert served.client.get("/docs").status_code == 200


def _references(document: object) -> set[str]:
    return set(re.findall(r'"\$ref": "#/components/schemas/([^"]+)"', json.dumps(document)))
