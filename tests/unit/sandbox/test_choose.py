"""Which backend is chosen, what is said where it is not the best, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from sandbox import choose
from sandbox.backends.fake import FakeSandbox
from sandbox.choose import ISOLATING, choose_sandbox
from sandbox.errors import BackendUnavailable

Built = list[str]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Built]:
    """Return a function that makes only some backends work; it gives what was built, in order."""

    def lacks(*missing: str) -> Built:
        built: Built = []

        # Any: the chooser looks at nothing of a sandbox.
        def build(name: str) -> Any:
            built.append(name)
            if name in missing:
                raise BackendUnavailable(f"{name} is missing")
            return SimpleNamespace(name=name)

        monkeypatch.setattr(choose, "build", build)
        return built

    return lacks


def test_docker_is_better_than_bubblewrap_and_nothing_else_isolates() -> None:
    assert ISOLATING == ("docker", "bubblewrap")


def test_auto_takes_the_best_and_says_nothing(machine: Callable[..., Built]) -> None:
    built = machine()
    said: list[str] = []
    assert choose_sandbox(on_fallback=said.append).name == "docker"
    assert (built, said) == (["docker"], [])


def test_auto_falls_back_and_says_why(machine: Callable[..., Built]) -> None:
    built = machine("docker")
    said: list[str] = []
    assert choose_sandbox("auto", "required", said.append).name == "bubblewrap"
    assert built == ["docker", "bubblewrap"]
    assert said == ["using bubblewrap: docker is missing"]
    assert choose_sandbox().name == "bubblewrap"


def test_auto_without_isolation_gives_nothing_and_every_reason(
    machine: Callable[..., Built],
) -> None:
    built = machine("docker", "bubblewrap")
    said: list[str] = []
    with pytest.raises(BackendUnavailable, match=r"^docker is missing; bubblewrap is missing$"):
        choose_sandbox(on_fallback=said.append)
    assert (built, said) == (["docker", "bubblewrap"], [])


@pytest.mark.parametrize("name", ISOLATING)
def test_a_backend_that_was_asked_for_has_no_stand_in(
    machine: Callable[..., Built], name: str
) -> None:
    built = machine(name)
    said: list[str] = []
    with pytest.raises(BackendUnavailable, match=f"^{name} is missing$"):
        choose_sandbox(name, on_fallback=said.append)
    assert (built, said) == ([name], [])
    machine()
    assert choose_sandbox(name).name == name


def test_the_fake_needs_isolation_none_in_so_many_words(machine: Callable[..., Built]) -> None:
    built = machine()
    with pytest.raises(BackendUnavailable, match="--isolation none"):
        choose_sandbox("fake")
    assert built == []


@pytest.mark.parametrize("backend", ["auto", "fake"])
def test_isolation_none_is_the_fake(backend: str) -> None:
    assert isinstance(choose_sandbox(backend, "none"), FakeSandbox)


@pytest.mark.parametrize("name", ["podman", "", ".", "fake.build", "__init__", "Docker", "../fake"])
def test_an_unknown_backend_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(BackendUnavailable, match="there are docker, bubblewrap"):
        choose_sandbox(name)


@pytest.mark.parametrize("name", ["box", "process"])
def test_what_backends_share_is_no_backend(name: str) -> None:
    with pytest.raises(BackendUnavailable, match=f"no backend '{name}'"):
        choose_sandbox(name)
