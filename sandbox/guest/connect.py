"""Takes up the line to the host and makes the first role.

Standard library only. An address is `unix:PATH`, a socket that the host listens on, or `fd:N`, an
inherited socket. A fault of the guest itself ends the slot with a frame that says what it was.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import traceback
from types import TracebackType

from . import frames
from .supervisor import Supervisor


def first_role(arguments: list[str]) -> Supervisor:
    """Return the supervisor.

    Args:
        arguments: the address, and "namespace" where a PID namespace ends all with PID 1.
    """
    kind, _, place = arguments[0].partition(":")
    if kind == "unix":
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(place)
    else:
        connection = socket.socket(fileno=int(place))
        connection.set_inheritable(False)

    def report(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        text = "".join(traceback.format_exception(kind, error, trace))
        with contextlib.suppress(OSError):
            frames.send(connection, {"type": "guest_failed", "error": text[-4000:]})
        os._exit(70)

    sys.excepthook = report
    return Supervisor(connection, trusted_parent="namespace" not in arguments[1:])
