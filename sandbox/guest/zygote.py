"""A warm interpreter that forks a runner for each submission; holds no secret and no answer.

Standard library only (numpy is imported if it is there). Two kinds: `plain` has the modules that
programs usually import, `numpy` has numpy as well. Before it serves, its objects are frozen out of
the garbage collector's sight, so that a collection in a child does not copy the whole heap.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import socket
import sys
from typing import TYPE_CHECKING

from . import frames
from .preludes import names_of

if TYPE_CHECKING:
    from .box import Box
    from .runner import Runner

_PLAIN = [
    "array",
    "bisect",
    "cmath",
    "collections",
    "contextlib",
    "copy",
    "datetime",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "io",
    "itertools",
    "json",
    "linecache",
    "math",
    "numbers",
    "operator",
    "os",
    "queue",
    "random",
    "re",
    "statistics",
    "string",
    "threading",
    "time",
    "traceback",
    "typing",
]
_NUMPY_WORDS = (b"numpy", b"scipy", b"pandas", b"sklearn", b"torch")


def needs_numpy(source: bytes) -> bool:
    """Return whether a program's text names numpy or a package built on it."""
    return any(word in source for word in _NUMPY_WORDS)


class Zygote:
    """The role that turns into a runner, once a submission."""

    def __init__(
        self, kind: str, channel: socket.socket, connection: socket.socket, box: Box
    ) -> None:
        """Make a zygote.

        Args:
            kind: "plain" or "numpy".
            channel: the line to the supervisor.
            connection: the line to the host, for runners.
            box: the box.
        """
        self._kind = kind
        self._channel = channel
        self._connection = connection
        self._box = box

    def run(self) -> Runner:
        """Serve the supervisor for ever; returns only in a forked runner."""
        preload(self._kind)
        from .runner import Runner  # noqa: PLC0415 - the supervisor must stay small

        del sys.path[0]
        gc.collect()
        gc.freeze()
        frames.send(self._channel, {"ready": self._kind})
        while True:
            try:
                message, source = frames.receive(self._channel)
            except EOFError:
                os._exit(0)
            pid = os.fork()
            if pid == 0:
                self._channel.close()
                return Runner(message, source, self._connection, self._box)
            del message, source
            _, status = os.waitpid(pid, 0)
            frames.send(self._channel, {"status": status})


def preload(kind: str) -> None:
    """Import the usual modules; what this Python lacks is left out."""
    names = [*_PLAIN, "sortedcontainers", "numpy"] if kind == "numpy" else _PLAIN
    for name in names:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for prelude in ("leetcode", "livecodebench"):
        names_of(prelude)
