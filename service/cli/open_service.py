"""Opens what judges: the engine inside this process, or a running service by its URL.

Imports the composition root and the client.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from .embedded import EmbeddedService
from .judging import JudgeService
from .options import quieted

if TYPE_CHECKING:
    from service.settings import Settings


def embedded_service(settings: Settings) -> AbstractContextManager[JudgeService]:
    """Return a service inside this process; it runs while the `with` block lasts.

    Its log is kept to errors, so that a command says what is wrong in its own sentence; a level
    that was set is obeyed.
    """
    from service.app import build_engine  # noqa: PLC0415 - not needed with --url
    from service.log import configure_log  # noqa: PLC0415

    quiet = quieted(settings)
    configure_log(log_format=quiet.log_format, level=quiet.log_level, process="microjudge")
    return EmbeddedService(build_engine(quiet))


def remote_service(url: str) -> AbstractContextManager[JudgeService]:
    """Return a running service."""
    from trainer_client.client import Client  # noqa: PLC0415 - not needed without --url

    return Client(url)
