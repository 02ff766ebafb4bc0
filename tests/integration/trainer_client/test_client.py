"""The client against a scripted transport: retries, typed errors, one result a submission."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from trainer_client.client import Client, checked_results
from trainer_client.errors import (
    BatchLost,
    ClientError,
    ContractBroken,
    NotFinished,
    RequestRefused,
    ServiceBusy,
    ServiceUnreachable,
)
from trainer_client.retry import Retry
from trainer_client.wire import BatchRequest, Mode, Problem, Submission, SubmissionResult, TestCase

REQUEST = BatchRequest(
    problems={"p": Problem(mode=Mode.STDIO, tests=[TestCase(input="1", output="1")])},
    submissions=[
        Submission(id="a", problem="p", source="print(1)"),
        Submission(id="b", problem="p", source="print(2)"),
    ],
)

Step = httpx.Response | Exception | Callable[[httpx.Request], httpx.Response]


def result(name: str, verdict: str = "AC", reward: float | None = 1.0) -> dict[str, object]:
    test = {"verdict": verdict}
    return {
        "id": name,
        "verdict": verdict,
        "reward": reward,
        "passed": int(verdict == "AC"),
        "total": 1,
        "tests": [test],
        "a_field_of_a_later_version": True,
    }


def accepted() -> httpx.Response:
    return httpx.Response(202, json={"batch_id": "b1"})


def status(state: str, *results: dict[str, object]) -> httpx.Response:
    counts: dict[str, object] = {"total": 2, "done": len(results), "verdicts": {}}
    body: dict[str, object] = {
        "batch_id": "b1",
        "state": state,
        "counts": counts,
        "results": list(results),
    }
    return httpx.Response(200, json=body)


def done() -> httpx.Response:
    return status("done", result("b", "WA", 0.0), result("a"))


def refused(code: int, name: str, **more: object) -> httpx.Response:
    body = {"code": name, "message": f"{name} it is", "request_id": "r7", **more}
    return httpx.Response(code, json=body)


class Script:
    """A transport that answers with the given steps, in order, and keeps what was asked."""

    def __init__(self, *steps: Step) -> None:
        self.steps: Iterator[Step] = iter(steps)
        self.asked: list[httpx.Request] = []
        self.pauses: list[float] = []
        self.now = itertools.count()

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        step = next(self.steps)
        if isinstance(step, Exception):
            raise step
        return step if isinstance(step, httpx.Response) else step(request)

    def client(self, attempts: int = 4) -> Client:
        return Client(
            "http://judge.test/",
            retry=Retry(attempts=attempts, jitter=lambda: 1.0),
            transport=httpx.MockTransport(self.answer),
            sleep=self.pauses.append,
            clock=lambda: float(next(self.now)),
        )


def test_results_come_in_the_order_posted() -> None:
    script = Script(accepted(), status("queued"), status("running", result("b")), done())
    with script.client() as client:
        assert [item.id for item in client.judge(REQUEST)] == ["a", "b"]
    posted, *polls = script.asked
    assert (posted.method, posted.url.path) == ("POST", "/v1/batches")
    assert BatchRequest.model_validate(json.loads(posted.content)) == REQUEST
    assert {str(poll.url) for poll in polls} == {"http://judge.test/v1/batches/b1?wait_s=30"}
    assert script.pauses == []


def test_a_long_poll_reads_longer_than_it_waits() -> None:
    script = Script(status("queued"))
    script.client().status("b1", wait_s=50)
    assert script.asked[0].extensions["timeout"]["read"] == 80.0


def test_faults_of_the_network_are_retried_with_growing_pauses() -> None:
    script = Script(
        httpx.ConnectError("refused"),
        httpx.ReadTimeout(""),
        refused(502, ""),
        accepted(),
        httpx.RemoteProtocolError("cut"),
        done(),
    )
    assert len(script.client().judge(REQUEST)) == 2
    assert script.pauses == [0.5, 1.0, 2.0, 0.5]


@pytest.mark.parametrize("code", [429, 503])
def test_retry_after_is_honoured(code: int) -> None:
    busy = refused(code, "queue_full")
    busy.headers["Retry-After"] = "7"
    script = Script(busy, accepted(), done())
    script.client().judge(REQUEST)
    assert script.pauses == [7.0]


def test_retry_after_as_a_date_is_read_and_no_pause_is_endless() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    retry = Retry(jitter=lambda: 1.0)
    assert retry.pause_s(1, later) == 30.0
    assert retry.pause_s(1, "86400") == 30.0
    assert retry.pause_s(3, "soon") == 2.0
    assert retry.pause_s(3, "1") == 2.0
    assert Retry(jitter=lambda: 0.0).pause_s(1) == 0.25


def test_a_service_that_stays_busy_is_said_so() -> None:
    script = Script(*[refused(429, "queue_full") for _ in range(4)])
    with pytest.raises(ServiceBusy, match="429 queue_full: queue_full it is"):
        script.client().judge(REQUEST)
    assert len(script.pauses) == 3


def test_a_service_that_is_not_there_is_said_so() -> None:
    script = Script(*[httpx.ConnectError("refused") for _ in range(4)])
    with pytest.raises(ServiceUnreachable, match=r"http://judge\.test: ConnectError: refused"):
        script.client().judge(REQUEST)


def test_a_failing_service_is_not_a_verdict() -> None:
    script = Script(*[httpx.Response(500, text="oops") for _ in range(4)])
    with pytest.raises(ServiceUnreachable, match="500"):
        script.client().judge(REQUEST)


def never(pause_s: float) -> None:
    pytest.fail(f"paused {pause_s} s")


@pytest.mark.parametrize("url", ["judge.test:8000", "http://judge.test:eight"])
def test_a_url_that_is_none_is_refused_at_once(url: str) -> None:
    with pytest.raises(ServiceUnreachable, match="judge"):
        Client(url, sleep=never).submit(REQUEST)


def test_what_the_service_refuses_is_raised_with_its_field() -> None:
    script = Script(refused(422, "bad_input", path="submissions.1.language"))
    with pytest.raises(RequestRefused, match=r"submissions\.1\.language: bad_input") as caught:
        script.client().judge(REQUEST)
    error = caught.value
    assert (error.status_code, error.code, error.request_id) == (422, "bad_input", "r7")
    assert error.path == "submissions.1.language"
    assert script.pauses == []


def test_a_refusal_without_a_body_of_ours_is_still_typed() -> None:
    script = Script(httpx.Response(404, text="<html>"))
    with pytest.raises(RequestRefused, match="404"):
        script.client().submit(REQUEST)


def test_a_forgotten_batch_is_its_own_error() -> None:
    script = Script(accepted(), refused(404, "unknown_batch"))
    with pytest.raises(BatchLost):
        script.client().judge(REQUEST)


def test_waiting_ends_when_the_caller_says_so() -> None:
    script = Script(accepted(), status("running", result("a")), status("running", result("a")))
    with pytest.raises(NotFinished, match=r"batch b1: 1 of 2 judged in 3\.5 s"):
        script.client().judge(REQUEST, timeout_s=3.5)


def test_an_internal_error_has_no_reward_and_is_given_back() -> None:
    script = Script(accepted(), status("done", result("a", "IE", None), result("b")))
    first, second = script.client().judge(REQUEST)
    assert (first.verdict, first.reward) == ("IE", None)
    assert second.reward == 1.0


@pytest.mark.parametrize(
    ("results", "what"),
    [
        ([result("a")], "1 submissions have no result, first 'b'"),
        ([result("a"), result("a"), result("b")], "two results"),
        ([result("a"), result("b"), result("c")], "1 results are of no submission"),
        ([result("a"), result("b", "IE", 0.0)], r"'b': IE with reward 0\.0"),
        ([result("a"), result("b", "WA", None)], "'b': WA with reward None"),
        ([result("a"), {**result("b"), "total": 2}], "'b': 1 tests of 2"),
    ],
)
def test_an_answer_that_breaks_the_contract_is_never_a_reward(
    results: list[dict[str, object]], what: str
) -> None:
    read = [SubmissionResult.model_validate(item) for item in results]
    with pytest.raises(ContractBroken, match=what):
        checked_results(REQUEST, read)


def test_an_answer_that_is_no_answer_names_the_field() -> None:
    script = Script(httpx.Response(202, json={"id": "b1"}))
    with pytest.raises(ContractBroken, match="POST /v1/batches: batch_id: Field required"):
        script.client().submit(REQUEST)


def test_ready_is_asked_once_and_waits_for_nothing() -> None:
    health = {"status": "ok", "backend": "fake", "isolation": "none", "slots": 2, "live_slots": 2}
    script = Script(
        httpx.ConnectError("refused"), refused(503, "x"), httpx.Response(200, json=health)
    )
    client = script.client()
    assert client.ready() is None
    assert client.ready() is None
    ready = client.ready()
    assert ready is not None
    assert ready.live_slots == 2
    assert script.pauses == []


def test_every_error_has_the_rooms_root() -> None:
    for kind in (
        BatchLost,
        ContractBroken,
        NotFinished,
        RequestRefused,
        ServiceBusy,
        ServiceUnreachable,
    ):
        assert issubclass(kind, ClientError)
