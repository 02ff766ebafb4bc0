"""A program run as `python3 solution.py`: its `__main__`, its end, its exit status.

Standard library only. The interpreter's own end takes ten times as long as a whole run (it touches
every page that the zygote shares), so it is done here in its visible parts: threads are waited for,
exit handlers run, globals are dropped so that `__del__` runs, streams are flushed.
Source: Py_FinalizeEx in CPython's pylifecycle.c.
"""

from __future__ import annotations

import atexit
import builtins
import gc
import importlib.machinery
import os
import signal
import sys
import threading
import traceback
from types import CodeType, FunctionType, ModuleType, TracebackType
from typing import Any

from .preludes import names_of

_FLUSH_FAILED = 120
_LONG_BITS = 64
_CALLED = {ModuleType, FunctionType, type}


class Script:
    """A program ready to run; `boot` executes `code` in `namespace`, then calls `end`."""

    module_name = "__main__"

    def __init__(self, code: CodeType, plan: dict[str, Any]) -> None:
        """Make the program's module, register it, and fill in the asked names."""
        self.code = code
        self.arguments = b""
        self.module = ModuleType(self.module_name)
        self.namespace: dict[str, Any] = self.module.__dict__
        path = code.co_filename
        self.namespace.update(
            __builtins__=builtins,
            __file__=path,
            __cached__=None,
            __annotations__={},
            __loader__=importlib.machinery.SourceFileLoader(self.module_name, path),
        )
        self.namespace.update(names_of(plan["prelude"]))
        sys.modules[self.module_name] = self.module

    def end(self, error: BaseException | None) -> None:
        """Leave the process as the interpreter would; never returns.

        Args:
            error: what the program's own code raised, or None.
        """
        leave(self.namespace, error)


def leave(namespace: dict[str, Any], error: BaseException | None) -> None:
    """End this process as CPython ends after its main program; never returns."""
    status = 0
    interrupted = False
    if error is not None:
        status, interrupted = _report(error)
    try:
        threading._shutdown()  # type: ignore[attr-defined]  # what finalisation calls first
    except BaseException:  # noqa: BLE001 - the program's own threads and handlers may raise anything
        traceback.print_exc()
    atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage] - what finalisation calls next
    flushed = _flush()
    _restore_streams()
    _drop_globals(namespace)
    # A stream that cannot be flushed when it is freed changes no exit status.
    _flush()
    if not flushed and status == 0:
        status = _FLUSH_FAILED
    if interrupted:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    os._exit(status)


def _report(error: BaseException) -> tuple[int, bool]:
    """Print an exception as the interpreter does; return (exit status, died of an interrupt)."""
    if isinstance(error, SystemExit):
        status = _exit_status(error)
        # What the functions that were left held is dropped now.
        error.__traceback__ = error.__context__ = None
        return status, False
    shown = without_our_frames(error.__traceback__)
    error.__traceback__ = shown
    sys.last_exc = error  # type: ignore[attr-defined,unused-ignore]  # Python 3.12 and later
    try:
        sys.excepthook(type(error), error, shown)
    except BaseException:  # noqa: BLE001 - the program may have put anything in its place
        sys.__excepthook__(type(error), error, shown)
    return 1, isinstance(error, KeyboardInterrupt)


def _exit_status(error: SystemExit) -> int:
    code = error.code
    if code is None:
        return 0
    if isinstance(code, int):
        # PyLong_AsLong gives -1 for what does not fit.
        return int(code) & 0xFF if int(code).bit_length() < _LONG_BITS else 0xFF
    try:
        print(code, file=sys.stderr)  # noqa: T201 - what the interpreter prints here
    except BaseException:  # noqa: BLE001 - its __str__ is the program's
        return 1
    return 1


def without_our_frames(shown: TracebackType | None) -> TracebackType | None:
    """Return a traceback that begins in the program, not in the guest."""
    package = f"{os.sep}{__package__}{os.sep}"
    while shown is not None and package in shown.tb_frame.f_code.co_filename:
        shown = shown.tb_next
    return shown


def _flush() -> bool:
    good = True
    for name in ("stdout", "stderr"):
        try:
            stream = getattr(sys, name, None)
            if stream is not None and not getattr(stream, "closed", False):
                stream.flush()
        except BaseException:  # noqa: BLE001 - a program may replace its streams by anything
            good = good and name == "stderr"
    return good


def _restore_streams() -> None:
    """Put the first streams back: flushing a program's own may need globals that go now.

    Source: finalize_modules_delete_special in CPython's pylifecycle.c.
    """
    for name in ("stdin", "stdout", "stderr"):
        setattr(sys, name, getattr(sys, f"__{name}__", None))


def _drop_globals(namespace: dict[str, Any]) -> None:
    """Drop the program's globals, so that their `__del__` runs."""
    try:
        # Finalisers come first, and find what they call.
        for name in list(namespace):
            if type(name) is str and type(namespace[name]) not in _CALLED:
                namespace[name] = None
        for name in list(namespace):
            if type(name) is str and name != "__builtins__":
                namespace[name] = None
        gc.collect(0)
    except BaseException:  # noqa: BLE001 - `__del__` is the program's
        return
