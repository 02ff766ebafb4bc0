"""What bad input gets: 4xx with code, message and the field's path, never a 500."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.integration.service.served import Served, batch


def _changed(path: str, value: object) -> dict[str, Any]:
    body = batch("print(1)")
    *folders, last = path.split(".")
    place: Any = body
    for name in folders:
        place = place[int(name) if isinstance(place, list) else name]
    if value is None:
        del place[last]
    else:
        place[int(last) if isinstance(place, list) else last] = value
    return body


CALL = {"mode": "call", "fn_name": "f"}
TESTS = "problems.double.tests"

BAD_FIELDS: list[tuple[str, object, str]] = [
    ("submissions.0.language", "cobol", "submissions.0.language"),
    ("submissions.0.language", 3, "submissions.0.language"),
    ("submissions.0.problem", "other", "submissions.0.problem"),
    ("submissions.0.source", 3, "submissions.0.source"),
    ("submissions.0.source", "x" * 50_001, "submissions.0.source"),
    ("submissions.0.source", None, "submissions.0"),
    ("submissions.0.extra", 1, "submissions.0.extra"),
    ("submissions.0.id", "", "submissions.0.id"),
    ("submissions", [], "submissions"),
    ("submissions", None, "submissions"),
    ("submissions", "s", "submissions"),
    ("problems", {}, "problems"),
    (TESTS, [], TESTS),
    (TESTS, None, TESTS),
    (TESTS, [{"input": "1"}] * 51, TESTS),
    (f"{TESTS}.1.input", 7, f"{TESTS}.1.input"),
    ("problems.double.mode", "guess", "problems.double.mode"),
    ("problems.double.limits", {"cpu_time_s": -1}, "problems.double.limits.cpu_time_s"),
    ("problems.double.limits", {"cpu_time_s": "2"}, "problems.double.limits.cpu_time_s"),
    ("problems.double.checker", {"policy": "no such"}, "problems.double.checker.policy"),
    ("problems.double.checker", {"kind": "magic"}, "problems.double.checker.kind"),
    ("problems.double", {"mode": "call", "tests": [{"input": "1"}]}, "problems.double"),
    (
        "problems.double",
        {**CALL, "tests": [{"input": "1", "output": "1"}, {"input": "[1,", "output": "1"}]},
        f"{TESTS}.1.input",
    ),
    ("problems.double", {**CALL, "tests": [{"input": "1", "output": "{"}]}, f"{TESTS}.0.output"),
    (
        "problems.double",
        {"mode": "asserts", "tests": [{"input": "assert (", "output": ""}]},
        f"{TESTS}.0.input",
    ),
    (
        "problems.double",
        {**CALL, "tests": [{"input": "[" * 40_000, "output": "1"}]},
        f"{TESTS}.0.input",
    ),
    (
        "problems.double",
        {"mode": "asserts", "tests": [{"input": f"assert {'(' * 40_000}"}]},
        f"{TESTS}.0.input",
    ),
    ("policy", "no such", "policy"),
    ("policy", "", "policy"),
    ("reward", "double", "reward"),
    ("deadline_s", 0, "deadline_s"),
    ("max_tests", 1.5, "max_tests"),
    ("stop_on_first_failure", "yes", "stop_on_first_failure"),
    ("surprise", 1, "surprise"),
]


@pytest.mark.parametrize("route", ["/v1/judge", "/v1/batches"])
@pytest.mark.parametrize(("field", "value", "path"), BAD_FIELDS)
def test_a_bad_field_is_422_with_its_path(
    served: Served, route: str, field: str, value: object, path: str
) -> None:
    answer = served.client.post(route, json=_changed(field, value))
    error = answer.json()
    assert (answer.status_code, error["code"], error["path"]) == (422, "bad_input", path), error
    assert error["message"]
    assert error["request_id"] == answer.headers["X-Request-ID"]


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "-1", '{"abs": Infinity}'])
def test_a_tolerance_that_is_no_finite_number_is_422(served: Served, text: str) -> None:
    body = _changed("problems.double.checker", {"hints": {"float_tol": "@"}})
    answer = served.client.post("/v1/judge", content=json.dumps(body).replace('"@"', text))
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_input")
    assert answer.json()["path"].startswith("problems.double.checker.hints.float_tol")


def test_a_submission_id_that_occurs_twice_is_422(served: Served) -> None:
    body = batch("a", "b")
    body["submissions"][1]["id"] = "s0"
    error = served.client.post("/v1/judge", json=body).json()
    assert (error["code"], error["path"]) == ("bad_input", "submissions.1.id")


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[1,]", b"\xff\xfe", b'"\\ud800"', b"nul", b"[" * 10_000],
)
def test_what_is_not_json_is_400(served: Served, text: bytes) -> None:
    answer = served.client.post("/v1/judge", content=text)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_json"), answer.json()


@pytest.mark.parametrize("text", [b"null", b"[]", b"3", b'"text"', b'{"problems": NaN}'])
def test_json_that_is_no_batch_is_422(served: Served, text: bytes) -> None:
    answer = served.client.post("/v1/judge", content=text)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_input")


def test_a_body_over_the_limit_is_413_by_its_header(served: Served) -> None:
    answer = served.client.post("/v1/judge", content=b"x" * 5_000_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    assert "5000000 > 200000" in answer.json()["message"]


def test_a_body_of_100_megabytes_is_413(served: Served) -> None:
    answer = served.client.post("/v1/batches", content=b"x" * 100_000_000)
    assert answer.status_code == 413


def test_a_body_without_a_length_is_413_by_count(served: Served) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(50):
            yield b"x" * 100_000

    answer = served.client.post("/v1/judge", content=parts())
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_a_compressed_body_is_415(served: Served) -> None:
    answer = served.client.post("/v1/judge", content=b"x", headers={"Content-Encoding": "gzip"})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_encoding")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/v1/judge", 405, "method_not_allowed"),
        ("DELETE", "/v1/languages", 405, "method_not_allowed"),
        ("GET", "/v1/batches/%ff%00", 404, "unknown_batch"),
        ("GET", "/v1/batches/x?wait_s=-1", 422, "bad_input"),
        ("GET", "/v1/batches/x?wait_s=nan", 422, "bad_input"),
        ("POST", "/v1/judge?wait_s=soon", 422, "bad_input"),
    ],
)
def test_wrong_routes_and_parameters_get_the_same_shape(
    served: Served, method: str, path: str, status: int, code: str
) -> None:
    answer = served.client.request(method, path)
    error = answer.json()
    assert (answer.status_code, error["code"]) == (status, code), error
    assert error["request_id"] == answer.headers["X-Request-ID"]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"language": "cobol"}, "language"),
        ({"source": None}, "source"),
        ({"source": "x" * 50_001}, "source"),
        ({"stdin": 3}, "stdin"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_a_bad_run_is_422_with_its_path(served: Served, changes: dict[str, Any], path: str) -> None:
    answer = served.client.post("/v1/run", json={"source": "print(1)", **changes})
    assert (answer.status_code, answer.json()["path"]) == (422, path)


@pytest.mark.parametrize(
    "source", ["print(1)\0", "\0", "é = 1\nprint('\ud7ff')", "\ufeffprint(4)", "#\u2028\nx" * 99]
)
def test_strange_text_in_a_source_is_a_verdict(served: Served, source: str) -> None:
    answer = served.client.post("/v1/judge", json=batch(source))
    assert answer.status_code == 200
    assert answer.json()["results"][0]["verdict"] in {"CE", "WA", "RE"}


def test_a_lone_surrogate_is_refused_as_no_json(served: Served) -> None:
    text = json.dumps(batch("print('\ud800')"))
    answer = served.client.post("/v1/judge", content=text)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_json")


@pytest.mark.parametrize(
    "source",
    [
        "import sys; sys.stdout.buffer.write(b'\\xff\\xfe\\x00')",
        "print('x' * 10_000_000)",
        "print('\\0' * 1000)",
        "import sys; sys.stdout.buffer.write('\\ud800'.encode('utf-8', 'surrogatepass'))",
    ],
)
def test_strange_output_is_a_verdict(served: Served, source: str) -> None:
    answer = served.client.post("/v1/judge", json=batch(source))
    assert answer.status_code == 200
    assert answer.json()["results"][0]["verdict"] == "WA"
    answer = served.client.post("/v1/run", json={"source": source})
    assert answer.json()["exit_kind"] == "exited"


def test_no_error_holds_the_program(served: Served) -> None:
    answer = served.client.post("/v1/judge", json=batch("secret_name = 1", surprise=1))
    assert "secret_name" not in answer.text
