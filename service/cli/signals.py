"""Makes SIGTERM end a command as Ctrl-C does: by KeyboardInterrupt, so that everything is closed.

Imports the standard library only.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def sigterm_interrupts() -> Generator[None]:
    """Raise KeyboardInterrupt in the main thread on SIGTERM, until left."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
