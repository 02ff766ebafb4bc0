"""Log lines on standard error, plain or JSON; never a program's source, a test or an answer.

Imports structlog. `configure_log` is called once a process, by its composition root; everything
else calls `structlog.get_logger()` and passes facts as keywords. No call of a logger raises: where
nobody reads the log any more, or its disk is full, lines are lost and submissions are not.
"""

from __future__ import annotations

import contextlib
import io
import logging
import sys
from typing import Literal, TextIO, cast

import structlog

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


class _Unfailing(io.TextIOBase):
    """A stream whose faults cost the line and nothing else."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        with contextlib.suppress(OSError, ValueError):
            return self._stream.write(text)
        return 0

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()


def configure_log(*, log_format: Literal["plain", "json"], level: str, process: str) -> None:
    """Send the process's log lines to standard error.

    Args:
        log_format: "json" writes one object a line, "plain" one readable line.
        level: least severe level that is written, a key of `LEVELS`.
        process: the role that each line names ("api", "worker 0").
    """
    renderer: structlog.types.Processor = (
        structlog.processors.JSONRenderer()
        if log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _Unfailing(sys.stderr))),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(process=process)
    logging.basicConfig(level=LEVELS["warning"], stream=sys.stderr, force=True)
