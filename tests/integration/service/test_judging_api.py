"""Batches over HTTP: posted, waited for, judged."""

from __future__ import annotations

import httpx
import pytest

from service.metrics import RESULTS, SUBMISSIONS_ACCEPTED
from tests.integration.service.served import END_S, Served, batch, until

RIGHT = "print(int(input()) * 2)"
SLOW = "import time; time.sleep(0.3); print(int(input()) * 2)"


def test_judge_answers_with_one_result_for_each_submission_in_order(served: Served) -> None:
    body = batch(RIGHT, "print(4)", "1/0", "def f(:", "", reward="fraction")
    answer = served.client.post("/v1/judge", json=body)
    assert answer.status_code == 200
    results = answer.json()["results"]
    assert [result["id"] for result in results] == ["s0", "s1", "s2", "s3", "s4"]
    assert [result["verdict"] for result in results] == ["AC", "WA", "RE", "CE", "WA"]
    assert [result["reward"] for result in results] == [1.0, 0.5, 0.0, 0.0, 0.0]
    assert all(len(result["tests"]) == result["total"] == 2 for result in results)
    assert results[0]["backend"] == "fake"
    assert results[0]["limits"]["cpu_time_s"] == 2


def test_the_three_kinds_of_tests_are_judged(served: Served) -> None:
    call = {"mode": "call", "fn_name": "add", "tests": [{"input": "1\n2", "output": "3"}]}
    asserts = {"mode": "asserts", "tests": [{"input": "assert add(1, 2) == 3"}]}
    source = "def add(a, b):\n    return a + b"
    body = {
        "problems": {"call": call, "asserts": asserts},
        "submissions": [
            {"id": "1", "problem": "call", "source": source},
            {"id": "2", "problem": "asserts", "completion": f"Here:\n```python\n{source}\n```"},
            {"id": "3", "problem": "asserts", "completion": "I do not know."},
        ],
    }
    results = served.client.post("/v1/judge", json=body).json()["results"]
    assert [result["verdict"] for result in results] == ["AC", "AC", "NC"]
    assert results[1]["extraction"] is not None


def test_what_a_batch_asks_for_reaches_the_worker_and_comes_back(served: Served) -> None:
    body = batch(RIGHT)
    (problem,) = body["problems"].values()
    problem |= {"difficulty": "hard", "platform": "ours"}
    body |= {"output_chars": 3, "extraction": "livecodebench"}
    body["submissions"].append(
        {
            **{key: body["submissions"][0][key] for key in ("problem",)},
            "id": "said",
            "completion": f"```\nprint(1)\n```\n```\n{RIGHT}\n```",
        }
    )
    first, said = served.client.post("/v1/judge", json=body).json()["results"]
    assert [test["output"] for test in first["tests"]] == ["4\n", "10\n"]
    assert (first["difficulty"], first["platform"]) == ("hard", "ours")
    assert (said["verdict"], said["extraction"]["rule"]) == ("AC", "livecodebench")


def test_judge_answers_202_with_the_id_when_the_wait_runs_out(served: Served) -> None:
    answer = served.client.post("/v1/judge", params={"wait_s": 0}, json=batch(SLOW))
    assert answer.status_code == 202
    where = answer.headers["Location"]
    assert where == f"/v1/batches/{answer.json()['batch_id']}"
    status = served.client.get(where, params={"wait_s": END_S}).json()
    assert (status["state"], status["results"][0]["verdict"]) == ("done", "AC")


def test_a_posted_batch_can_be_waited_for(served: Served) -> None:
    posted = served.client.post("/v1/batches", json=batch(*[SLOW] * 4))
    assert posted.status_code == 202
    where = posted.headers["Location"]
    early = served.client.get(where).json()
    assert early["state"] in {"queued", "running"}
    assert early["counts"]["total"] == 4
    done = served.client.get(where, params={"wait_s": END_S}).json()
    assert done["state"] == "done"
    assert done["counts"] == {"total": 4, "done": 4, "verdicts": {"AC": 4}}


def test_a_deadline_ends_what_is_unfinished_as_ie_with_null_reward(served: Served) -> None:
    endless = "import time; time.sleep(100)"
    body = batch(*[endless] * 4, cpu_time_s=60, deadline_s=0.5)
    results = served.client.post("/v1/judge", json=body).json()["results"]
    assert [(result["verdict"], result["reward"]) for result in results] == [("IE", None)] * 4
    assert all("deadline" in result["error"] for result in results)
    assert all(len(result["tests"]) == result["total"] == 2 for result in results)
    assert served.client.post("/v1/judge", json=batch(RIGHT)).json()["state"] == "done"


def test_only_the_first_max_tests_are_judged(served: Served) -> None:
    (result,) = served.client.post("/v1/judge", json=batch("print(4)", max_tests=1)).json()[
        "results"
    ]
    assert (result["verdict"], result["total"], len(result["tests"])) == ("AC", 1, 1)


def test_who_goes_away_while_judging_loses_nothing_and_harms_nobody(served: Served) -> None:
    until(lambda: _unanswered(served) == 0)
    with httpx.Client(base_url=served.url, timeout=0.2) as hasty, pytest.raises(httpx.ReadTimeout):
        hasty.post("/v1/judge", json=batch(*[SLOW] * 6))
    body = batch(*[RIGHT] * 20)
    assert served.client.post("/v1/judge", json=body).json()["counts"]["verdicts"] == {"AC": 20}
    until(lambda: _unanswered(served) == 0)


def _unanswered(served: Served) -> float:
    lines = served.client.get("/metrics").text.splitlines()
    results = sum(float(line.split()[1]) for line in lines if line.startswith(f"{RESULTS}{{"))
    accepted = next(line for line in lines if line.startswith(f"{SUBMISSIONS_ACCEPTED} "))
    return float(accepted.split()[1]) - results


def test_run_gives_facts(served: Served) -> None:
    body = {"source": "import sys; print(input()); sys.exit(3)", "stdin": "é\n"}
    answer = served.client.post("/v1/run", json=body).json()
    assert (answer["exit_kind"], answer["exit_code"], answer["stdout"]) == ("exited", 3, "é\n")
    assert not answer["stdout_truncated"]


def test_run_replaces_bytes_that_are_not_text_and_says_what_was_cut(served: Served) -> None:
    source = "import sys; sys.stdout.buffer.write(b'\\xff' * 100_000)"
    body = {"source": source, "limits": {"output_bytes": 1000}}
    answer = served.client.post("/v1/run", json=body).json()
    assert answer["exit_kind"] == "output_limit"
    assert answer["stdout_truncated"]
    assert set(answer["stdout"]) == {"�"}


def test_run_of_what_does_not_compile_says_so(served: Served) -> None:
    answer = served.client.post("/v1/run", json={"source": "def f(:"}).json()
    assert answer["exit_kind"] == "compile_error"
    assert "SyntaxError" in answer["compiler_output"]


def test_the_results_of_an_unknown_batch_are_404(served: Served) -> None:
    answer = served.client.get("/v1/batches/nope")
    assert answer.status_code == 404
    assert answer.json()["code"] == "unknown_batch"
