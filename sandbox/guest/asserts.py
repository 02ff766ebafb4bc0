"""A program followed by test code in one `__main__`; passing is proved with a token.

Standard library only. The test code and the token arrive after the program has run. The token goes
back only when the test code has reached its end, by a step that stands behind it in one chain of C
calls: no Python name and no frame holds it meanwhile. A program that ends early, with whatever exit
status, has proved nothing.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from operator import call
from socket import CMSG_SPACE, SocketType
from types import CodeType
from typing import Any

from .script import Script, leave, without_our_frames

_TEST_FILE = "<tests>"
_ROOM = CMSG_SPACE(4)  # of one descriptor
_BYTE_ORDER = sys.byteorder
# Held from before the program, which may put anything in the place of a name.
_compile, _exec, _iter, _freeze = compile, exec, iter, gc.freeze
_map: Callable[..., Iterator[object]] = map
_close, _pread, _fstat, _int_of = os.close, os.pread, os.fstat, int.from_bytes
_settrace, _setprofile = sys.settrace, sys.setprofile
_catch_warnings = warnings.catch_warnings


class Asserts(Script):
    """A program that runs, and then its test code."""

    def __init__(self, code: CodeType, plan: dict[str, Any], descriptor: int) -> None:
        """Make the program's module; see `Script`.

        Args:
            code: the program.
            plan: the `prepare` frame.
            descriptor: of the line to the runner, in the program's process.
        """
        super().__init__(code, plan)
        self._descriptor = descriptor

    def end(self, error: BaseException | None) -> None:
        """Run the test code; never returns."""
        self._line = SocketType(fileno=self._descriptor)
        # A trace function may jump over lines.
        _settrace(None)
        _setprofile(None)
        try:
            deque(_map(call, self._steps(error)), 0)
        except BaseException as failure:  # noqa: BLE001 - whatever the program raises is a fact
            self._fail(failure)
        leave(self.namespace, None)

    def _steps(self, error: BaseException | None) -> Iterator[Callable[[], object]]:
        if error is not None:
            raise error
        self._line.send(b"tests")
        token, [(_, _, sent)], _, _ = self._line.recvmsg(64, _ROOM)
        descriptor = _int_of(sent, _BYTE_ORDER)
        size = _fstat(descriptor).st_size
        # The program's own warning filters are not for the test code.
        with _catch_warnings(action="ignore"):
            tests = _compile(_pread(descriptor, size, 0), _TEST_FILE, "exec", dont_inherit=True)
        _close(descriptor)
        steps: list[Callable[[], object]] = [
            partial(_exec, tests, self.namespace),
            partial(self._line.send, token),
        ]
        del token
        # What is frozen is not listed by gc.get_objects and gc.get_referrers.
        _freeze()
        return _iter(steps)

    def _fail(self, failure: BaseException) -> None:
        name = type(failure).__name__[:100]
        self._line.send(json.dumps({"failure": name}).encode())
        if isinstance(failure, SystemExit):
            leave(self.namespace, failure)
        shown = without_our_frames(failure.__traceback__)
        try:
            traceback.print_exception(failure.with_traceback(shown))
            sys.stderr.flush()
        except BaseException:  # noqa: BLE001 - its __str__ is the program's
            os._exit(1)
        os._exit(1)
