"""Shows how far a long job is: a bar on a terminal, else a plain line now and then.

Imports rich; writes to standard error only, so that standard output stays for results.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

PLAIN_EVERY_S = 10.0


@contextmanager
def progress(
    total: int, what: str, *, bar: bool, clock: Callable[[], float] = time.monotonic
) -> Generator[Callable[[int], None]]:
    """Give a function that is told how many are done.

    Args:
        total: how many there are.
        what: what they are, in the plural.
        bar: draw a bar; False writes a plain line at most every `PLAIN_EVERY_S` seconds.
        clock: gives seconds.
    """
    if bar:
        with _bar() as drawn:
            line = drawn.add_task(what, total=total)
            yield lambda done: drawn.update(line, completed=done)
        return
    last = clock()

    def say(done: int) -> None:
        nonlocal last
        if clock() - last >= PLAIN_EVERY_S:
            last = clock()
            sys.stderr.write(f"{done} of {total} {what} judged\n")
            sys.stderr.flush()

    yield say


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
