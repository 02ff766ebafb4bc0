"""`microjudge serve`: the service, until SIGINT or SIGTERM.

Imports typer; the service when the command runs.
"""

from __future__ import annotations

from typing import Annotated

import typer

from .exit_codes import ExitCode
from .options import Backend, Isolation, Slots, settings_with

Host = Annotated[str | None, typer.Option("--host", help="Address to bind; default 127.0.0.1.")]
Port = Annotated[
    int | None,
    typer.Option("--port", min=0, max=65535, help="TCP port, 0 takes a free one; default 8000."),
]


def serve(
    *,
    host: Host = None,
    port: Port = None,
    slots: Slots = None,
    backend: Backend = None,
    isolation: Isolation = None,
) -> ExitCode:
    """Run the service: HTTP API, queue and slots."""
    settings = settings_with(
        host=host, port=port, slots=slots, backend=backend, isolation=isolation
    )
    from service import server  # noqa: PLC0415 - heavy

    server.serve(settings)
    return ExitCode.OK
