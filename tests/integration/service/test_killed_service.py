"""A service that is killed in the middle of a batch: what the next start finds, and leaves."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import psutil
import pytest

from sandbox.owner import own_mark
from tests.integration.service.served import Served, all_ended, batch, until

RIGHT = "print(int(input()) * 2)"
SLOW = "import time; time.sleep(0.2); print(int(input()) * 2)"
CGROUPS = Path("/sys/fs/cgroup")
NAMESPACE = own_mark().partition("-")[0]


def traces(pids: set[int]) -> list[str]:
    """Return the containers, cgroups and folders that carry the mark of one of these processes."""
    names = [str(path) for path in CGROUPS.glob("**/microjudge/*")]
    names += [str(path) for path in Path(tempfile.gettempdir()).glob("microjudge-*")]
    names += _containers()
    of_these = re.compile(rf"\b{NAMESPACE}-({'|'.join(map(str, pids))})-")
    return [name for name in names if of_these.search(name)]


def _containers() -> list[str]:
    docker = shutil.which("docker")
    if docker is None:
        return []
    command = [docker, "ps", "--all", "--format", '{{.ID}} {{.Label "microjudge.owner"}}']
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    return listed.stdout.splitlines()


def workers(served: Served) -> list[psutil.Process]:
    return [process for process in served.family() if "service.worker" in process.cmdline()]


@pytest.mark.parametrize("also_workers", [False, True], ids=["alone", "with its workers"])
@pytest.mark.parametrize(
    "backend",
    [
        "fake",
        pytest.param("docker", marks=pytest.mark.docker),
        pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
    ],
)
def test_after_a_kill_and_a_new_start_nothing_is_left_and_judging_goes_on(
    backend: str, *, also_workers: bool
) -> None:
    isolation = "none" if backend == "fake" else "required"
    with Served(backend=backend, isolation=isolation) as killed:
        where = killed.client.post("/v1/batches", json=batch(*[SLOW] * 40)).headers["Location"]
        until(lambda: killed.client.get(where).json()["counts"]["done"] >= 2)
        family = killed.family()
        ended = workers(killed)
        for worker in ended if also_workers else []:
            worker.kill()
        killed.end(signal.SIGKILL)
        assert all_ended(family)
    pids = {killed.process.pid, *(worker.pid for worker in ended)}
    with Served(backend=backend, isolation=isolation) as next_one:
        answer = next_one.client.post("/v1/judge", json=batch(*[RIGHT] * 4)).json()
        assert answer["counts"]["verdicts"] == {"AC": 4}
        until(lambda: not traces(pids))
        pids |= {next_one.process.pid, *(worker.pid for worker in workers(next_one))}
    assert traces(pids) == []
