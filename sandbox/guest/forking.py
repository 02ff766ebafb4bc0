"""Forks a program's process without the interpreter's own fork hooks.

Standard library only. `os.fork` in CPython re-makes locks, thread states and random seeds around
the call, which doubles its cost (measured: 0.9 against 1.6 ms of CPU in a slot). The runner has one
thread and holds no lock, so the child needs only two of these things, done here when the program
can notice them. Source: PyOS_AfterFork_Child in CPython's posixmodule.c.
"""

from __future__ import annotations

import ctypes
import os
import random
import sys
import threading
from collections.abc import Callable

# PyDLL keeps the interpreter's lock during the call, as os.fork does.
_libc_fork: Callable[[], int] = ctypes.PyDLL(None, use_errno=True).fork


def fork() -> int:
    """Fork; return the child's pid, 0 in the child.

    Raises:
        OSError: the kernel refused.
    """
    pid = _libc_fork()
    if pid < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return pid


def renew(*, uses_random: bool, uses_threads: bool) -> None:
    """In the child: make anew what two processes must not share.

    Args:
        uses_random: the program can draw random numbers.
        uses_threads: the program can ask for its thread's id.
    """
    if uses_random:
        random.seed()
        numpy_random = sys.modules.get("numpy.random")
        if numpy_random is not None:
            numpy_random.seed()
    if uses_threads:
        threading.main_thread()._set_native_id()  # type: ignore[attr-defined]  # its only setter
