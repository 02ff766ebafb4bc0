"""Options that several commands share, and how they become the service's settings.

Imports typer; pydantic only where settings are made, so that `--help` stays fast.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from .exit_codes import CommandError

if TYPE_CHECKING:
    from service.settings import Settings


class BackendName(StrEnum):
    """What isolates programs; auto takes Docker where it answers, else bubblewrap."""

    AUTO = "auto"
    DOCKER = "docker"
    BUBBLEWRAP = "bubblewrap"


class IsolationName(StrEnum):
    """Whether programs must be isolated."""

    REQUIRED = "required"
    NONE = "none"


class RewardName(StrEnum):
    """How a verdict becomes a number."""

    BINARY = "binary"
    FRACTION = "fraction"


Backend = Annotated[
    BackendName | None,
    typer.Option("--backend", help="What isolates programs; auto: Docker, else bubblewrap."),
]
Isolation = Annotated[
    IsolationName | None,
    typer.Option("--isolation", help="none: run programs without any isolation (dangerous)."),
]
Slots = Annotated[
    int | None,
    typer.Option("--slots", min=1, help="Programs judged at one time; default: usable cores."),
]


def settings_with(**overrides: object) -> Settings:
    """Return the settings of the environment, with what was given on the command line on top.

    Args:
        overrides: settings by name; one that is None was not given.

    Raises:
        CommandError: the settings contradict each other, or a variable holds no such value.
    """
    from pydantic import ValidationError  # noqa: PLC0415 - heavy, see above

    from service.settings import Settings  # noqa: PLC0415

    given = {
        name: value.value if isinstance(value, StrEnum) else value
        for name, value in overrides.items()
        if value is not None
    }
    try:
        return Settings(**given)  # type: ignore[arg-type]  # checked by pydantic
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        text = "; ".join(
            ": ".join([*(str(part) for part in fault["loc"]), fault["msg"]]) for fault in faults
        )
        raise CommandError(f"settings: {text}") from error


def quieted(settings: Settings) -> Settings:
    """Return the settings with only errors logged, unless a level was set."""
    if "log_level" in settings.model_fields_set:
        return settings
    return settings.model_copy(update={"log_level": "error"})
