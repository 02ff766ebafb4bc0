"""Start, drain, death: nothing accepted is lost, nothing of ours is left."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from service.server import listen
from service.settings import Settings
from tests.integration.service.served import END_S, Served, all_ended, batch, until

RIGHT = "print(int(input()) * 2)"
SLOW = "import time; time.sleep(0.3); print(int(input()) * 2)"
ENDLESS = "import time; time.sleep(100)"


class Answer:
    """What a request in another thread gets."""

    def __init__(self, ask: Callable[[], httpx.Response]) -> None:
        self._ask = ask
        self.response: httpx.Response | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        self.response = self._ask()

    def json(self) -> Any:
        self._thread.join(END_S)
        assert self.response is not None
        return self.response.json()


def _started(served: Served, sources: list[str]) -> Answer:
    """Post a batch whose answer is awaited elsewhere; return once it is accepted."""
    body = batch(*sources, cpu_time_s=60)
    answer = Answer(lambda: httpx.post(f"{served.url}/v1/judge", json=body, timeout=END_S))
    accepted = f"microjudge_submissions_accepted_total {float(len(sources))}"
    until(lambda: accepted in served.client.get("/metrics").text)
    return answer


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_finishes_what_was_accepted_and_leaves_nothing(number: int) -> None:
    with Served() as served:
        answer = _started(served, [SLOW] * 6)
        family = served.family()
        assert served.end(number) == 0
        assert answer.json()["counts"]["verdicts"] == {"AC": 6}
        assert all_ended(family)


def test_while_draining_new_batches_are_503_and_ready_says_so() -> None:
    with Served() as served:
        answer = _started(served, [SLOW] * 10)
        served.process.send_signal(signal.SIGTERM)
        until(lambda: served.client.get("/healthz/ready").json()["status"] == "stopping")
        refused = served.client.post("/v1/judge", json=batch(RIGHT))
        assert (refused.status_code, refused.json()["code"]) == (503, "stopping")
        assert int(refused.headers["Retry-After"]) >= 1
        assert answer.json()["counts"]["verdicts"] == {"AC": 10}
        assert served.wait() == 0


def test_what_outlasts_the_grace_is_reported_as_ie() -> None:
    with Served(shutdown_grace_s=0.2) as served:
        answer = _started(served, [ENDLESS] * 4)
        family = served.family()
        assert served.end() == 0
        assert answer.json()["counts"]["verdicts"] == {"IE": 4}
        assert all_ended(family)


def test_a_second_signal_cuts_the_grace_short() -> None:
    with Served(shutdown_grace_s=1000) as served:
        answer = _started(served, [ENDLESS] * 4)
        served.process.send_signal(signal.SIGINT)
        until(lambda: served.client.get("/healthz/ready").json()["status"] == "stopping")
        assert served.end(signal.SIGINT) == 0
        assert answer.json()["counts"]["verdicts"] == {"IE": 4}


def test_a_killed_service_leaves_no_process_behind() -> None:
    with Served() as served:
        served.client.post("/v1/batches", json=batch(*[ENDLESS] * 4, cpu_time_s=60))
        family = served.family()
        assert len(family) >= 2
        served.end(signal.SIGKILL)
        assert all_ended(family)


def test_a_worker_that_is_killed_costs_no_verdict() -> None:
    with Served() as served:
        answer = _started(served, [SLOW] * 12)
        worker = next(child for child in served.family() if "service.worker" in child.cmdline())
        worker.kill()
        assert answer.json()["counts"]["verdicts"] == {"AC": 12}


def test_a_full_queue_is_429_with_a_time_to_come_back() -> None:
    with Served(slots=1, max_queue_submissions=4, max_submissions=4) as served:
        posted = served.client.post("/v1/batches", json=batch(*[SLOW] * 4))
        refused = served.client.post("/v1/judge", json=batch(RIGHT))
        assert (refused.status_code, refused.json()["code"]) == (429, "queue_full")
        assert int(refused.headers["Retry-After"]) >= 1
        where = posted.headers["Location"]
        done = served.client.get(where, params={"wait_s": END_S}).json()
        assert done["counts"]["verdicts"] == {"AC": 4}
        assert served.client.post("/v1/judge", json=batch(RIGHT)).status_code == 200


def test_a_taken_port_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(RuntimeError, match=f"cannot listen on 127.0.0.1 port {port}"):
            Served(port=port)


def test_answers_over_a_kept_connection_do_not_wait_for_acknowledgements() -> None:
    with listen(Settings(port=0)) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_settings_are_logged_once_and_no_program_is() -> None:
    with Served(log_level="debug") as served:
        served.client.post("/v1/judge", json=batch("secret_name = 1"))
        served.end()
        told = [entry for entry in served.log if entry["event"] == "settings"]
        assert len(told) == 1
        assert told[0]["slots"] == 2
        assert "secret_name" not in str(served.log)
