"""The diagnosis: a backend works only where a slot opened; what is missing names its mending."""

from __future__ import annotations

import json

import pytest

from sandbox.api import Sandbox, Slot
from sandbox.errors import BackendUnavailable
from sandbox.model import Case, CompileFacts, Guarantees, Limits, Program, RunFacts
from service.cli.diagnosis import BackendFinding, Diagnosis, Finding, diagnose
from service.cli.diagnosis_shown import show
from service.cli.exit_codes import ExitCode

GUARANTEES = Guarantees(
    network_off=True,
    memory_cgroup=False,
    pids_limit=True,
    seccomp=True,
    fresh_uid=True,
    read_only_root=True,
    pid_namespace=True,
    notes=("no memory cgroup: run as root",),
)


class StubSlot:
    def prepare(self, program: Program, limits: Limits) -> CompileFacts:
        raise NotImplementedError

    def run(self, case: Case) -> RunFacts:
        raise NotImplementedError

    def finish(self) -> bool:
        raise NotImplementedError

    def destroy(self) -> None:
        return


class StubSandbox:
    name = "good"
    environment = "root tree x"

    def __init__(self, log: list[str]) -> None:
        self._log = log

    def guarantees(self) -> Guarantees:
        return GUARANTEES

    def open_slot(self) -> Slot:
        self._log.append("opened")
        return StubSlot()

    def close(self) -> None:
        self._log.append("closed")


def test_a_backend_works_only_where_a_slot_of_it_opened() -> None:
    log: list[str] = []

    def make(name: str) -> Sandbox:
        if name == "bad":
            raise BackendUnavailable("the image is missing: run make image")
        return StubSandbox(log)

    found = diagnose(["bad", "good"], make)
    bad, good = found.backends
    assert found.isolates
    assert (bad.works, bad.problem) == (False, "the image is missing: run make image")
    assert (good.works, good.environment, good.notes) == (
        True,
        "root tree x",
        ("no memory cgroup: run as root",),
    )
    assert good.guarantees["memory_cgroup"] is False
    assert good.guarantees["network_off"] is True
    assert log == ["opened", "closed"]
    assert {item.name for item in found.installed} >= {"Docker Engine", "bubblewrap", "cgroups"}
    assert all(item.ok != bool(item.mend) for item in found.installed)


FOUND = Diagnosis(
    installed=(
        Finding(name="Python", ok=True, detail="3.11"),
        Finding(name="sandbox image", ok=False, detail="no x", mend="Build it: make image"),
    ),
    backends=(
        BackendFinding(name="docker", works=False, problem="Docker does not answer: start it"),
        BackendFinding(
            name="bubblewrap", works=True, environment="root tree x", guarantees={"seccomp": True}
        ),
    ),
)


def test_one_isolating_backend_is_enough(capsys: pytest.CaptureFixture[str]) -> None:
    assert show(FOUND, as_json=False) is ExitCode.OK
    shown = capsys.readouterr().out
    assert "Build it: make image" in shown
    assert "docker: Docker does not answer: start it" in shown
    assert ["seccomp", "-", "on"] in [line.split() for line in shown.splitlines()]


def test_no_isolating_backend_is_a_missed_expectation(capsys: pytest.CaptureFixture[str]) -> None:
    none = Diagnosis(installed=FOUND.installed, backends=FOUND.backends[:1])
    assert show(none, as_json=False) is ExitCode.MISSED
    assert "nothing can be judged here" in capsys.readouterr().out


def test_the_diagnosis_as_json_holds_everything(capsys: pytest.CaptureFixture[str]) -> None:
    show(FOUND, as_json=True)
    body = json.loads(capsys.readouterr().out)
    assert body["isolates"] is True
    assert body["backends"][0]["problem"] == "Docker does not answer: start it"
    assert body["installed"][1]["mend"] == "Build it: make image"
