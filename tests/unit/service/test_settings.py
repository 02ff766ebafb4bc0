"""Settings: read from the environment, frozen, contradictions refused at start."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from service.settings import Settings


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROJUDGE_SLOTS", "7")
    monkeypatch.setenv("MICROJUDGE_BACKEND", "bubblewrap")
    settings = Settings()
    assert (settings.slots, settings.backend) == (7, "bubblewrap")


def test_an_argument_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROJUDGE_SLOTS", "7")
    assert Settings(slots=3).slots == 3


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Settings().slots = 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"default_cpu_time_s": 70.0}, "default_cpu_time_s 70.0 > max_cpu_time_s 60.0"),
        ({"default_pids": 300}, "default_pids 300 > max_pids 256"),
        ({"max_wall_time_s": 50.0}, "max_cpu_time_s 60.0 > max_wall_time_s 50.0"),
        ({"max_submissions": 60_000}, "> max_queue_submissions 50000"),
        ({"max_queue_submissions": 300_000, "max_submissions": 300_000}, "> max_kept_results"),
        ({"max_body_bytes": 2048}, "> max_body_bytes 2048"),
        ({"backend": "fake"}, "needs isolation none"),
        ({"backend": "docker", "isolation": "none"}, "contradicts isolation none"),
        ({"backend": "podman"}, "Input should be"),
        ({"slots": 0}, "greater than or equal to 1"),
        ({"no_such_setting": 1}, "Extra inputs"),
    ],
)
def test_contradictions_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Settings(**given)


def test_settings_survive_their_way_to_a_worker() -> None:
    settings = Settings(slots=3, isolation="none", stall_s=1.5)
    assert Settings.model_validate_json(settings.model_dump_json()) == settings
