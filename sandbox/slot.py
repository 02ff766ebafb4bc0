"""The host's end of one warm slot: sends programs and cases, turns frames into facts.

Imports the model, the frame protocol and the reader of `ran` frames. What a guest answers is
hostile input; anything that is not of the protocol ends the slot (`ProtocolError`). Answers of test
cases never come near this file.
"""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Callable
from typing import Any, Protocol

from sandbox.errors import ProtocolError, SandboxError, SlotLost
from sandbox.guest import frames, typed
from sandbox.model import (
    Case,
    CompileFacts,
    ExitKind,
    Limits,
    Program,
    RunFacts,
    RunMode,
)
from sandbox.ran_frame import STDERR_BYTES, plain_text, read_facts

PROTOCOL_VERSION = 1
START_TIMEOUT_S = 30.0
_PREPARE_TIMEOUT_S = 60.0
_FINISH_TIMEOUT_S = 30.0
_MARGIN_S = 30.0
# The watch in the guest never lets a run last longer than ten times its wall limit.
_HARD_WALL_FACTOR = 10.0
_COMPILER_CHARS = 8192


class MemoryLimiter(Protocol):
    """Sets and reads the memory cgroup of one slot, from outside."""

    def set_limit(self, memory_bytes: int) -> None:
        """Let the slot's program use this many bytes."""
        ...

    def start_peak(self) -> None:
        """Begin a new measurement of the peak, where the kernel allows."""
        ...

    def oom_kills(self) -> int:
        """Return how many processes were killed for want of memory so far, 0 where unknown."""
        ...

    def peak_bytes(self) -> int:
        """Return the peak since `start_peak` above what the idle slot used, 0 where unknown."""
        ...


class GuestSlot:
    """A `Slot` over a connected guest."""

    def __init__(
        self,
        connection: socket.socket,
        *,
        box: dict[str, Any],
        end: Callable[[], None],
        memory: MemoryLimiter | None,
    ) -> None:
        """Greet the guest.

        Args:
            connection: the line to it.
            box: the fields of `sandbox.guest.box.Box`.
            end: ends the slot's processes and gives back what it holds; called once.
            memory: the slot's memory cgroup, or None where it has none.

        Raises:
            SandboxError: the guest did not start; `end` has been called.
        """
        self._connection = connection
        self._end: Callable[[], None] | None = end
        self._memory = memory
        self._limits = Limits()
        self._mode = RunMode.STDIO
        self._broken = False
        try:
            self._send({"type": "configure", "box": box}, timeout_s=START_TIMEOUT_S)
            hello, _ = self._receive("hello")
            if hello.get("protocol") != PROTOCOL_VERSION:
                raise ProtocolError(f"guest speaks protocol {hello.get('protocol')!r}")
        except SandboxError:
            self.destroy()
            raise
        self.python = str(hello.get("python"))
        checked = hello.get("guarantees")
        self.checked: dict[str, bool] = checked if isinstance(checked, dict) else {}

    def prepare(self, program: Program, limits: Limits) -> CompileFacts:
        """See `sandbox.api.Slot.prepare`."""
        self._limits = limits
        self._mode = program.mode
        message = {
            "type": "prepare",
            "mode": program.mode.value,
            "fn_name": program.fn_name,
            "inplace": program.inplace,
            "prelude": program.prelude.value,
            "value_form": program.value_form.value,
            "limits": {
                "cpu_time_s": limits.cpu_time_s,
                "wall_time_s": limits.wall_time_s,
                "memory_bytes": limits.memory_bytes,
                "output_bytes": limits.output_bytes,
                "pids": limits.pids,
            },
        }
        try:
            if self._memory is not None:
                self._memory.set_limit(limits.memory_bytes)
        except OSError as error:
            raise SlotLost(f"the memory limit cannot be set: {error}") from error
        self._send(message, program.source, timeout_s=_PREPARE_TIMEOUT_S)
        answer, _ = self._receive("prepared", "runner_died")
        if answer["type"] == "runner_died":
            self._broken = True
            return CompileFacts(ok=False, output="the program is too large to compile")
        output = plain_text(answer.get("output", ""))[:_COMPILER_CHARS]
        return CompileFacts(ok=answer.get("ok") is True, output=output)

    def run(self, case: Case) -> RunFacts:
        """See `sandbox.api.Slot.run`."""
        if self._broken:
            raise SlotLost("the slot was lost with the case before")
        limits = self._limits
        timeout_s = limits.wall_time_s * _HARD_WALL_FACTOR + _MARGIN_S
        oom_kills = 0
        try:
            if self._memory is not None:
                oom_kills = self._memory.oom_kills()
                self._memory.start_peak()
            self._send({"type": "run"}, _input_of(case, self._mode), timeout_s=timeout_s)
            answer, blob = self._receive("ran", "runner_died")
            if answer["type"] == "runner_died":
                return self._facts_of_a_dead_runner(answer)
            peak = self._memory.peak_bytes() if self._memory is not None else 0
            return read_facts(answer, blob, limits, peak)
        except (LookupError, ValueError, TypeError, ArithmeticError) as error:
            raise ProtocolError(f"the guest's answer is malformed: {error}") from error
        except OSError as error:
            raise SlotLost(f"the slot's cgroup went away: {error}") from error
        except SlotLost:
            # A program that leaves no memory to its own guest has passed its limit, too.
            if self._memory is None or self._memory.oom_kills() <= oom_kills:
                raise
            self._broken = True
            return self._facts_without_memory()

    def _facts_of_a_dead_runner(self, answer: dict[str, Any]) -> RunFacts:
        """Return the facts where the kernel took the runner for want of memory, not the program."""
        self._broken = True
        if int(answer["oom_kills"]) > 0:
            return self._facts_without_memory()
        raise SlotLost(f"the runner died with status {answer.get('status')!r}")

    def _facts_without_memory(self) -> RunFacts:
        return RunFacts(exit_kind=ExitKind.MEMORY_LIMIT, memory_bytes=self._limits.memory_bytes)

    def finish(self) -> bool:
        """See `sandbox.api.Slot.finish`."""
        if self._broken:
            return False
        try:
            self._send({"type": "finish"}, timeout_s=_FINISH_TIMEOUT_S)
            answer, _ = self._receive("finished", "runner_died")
        except SandboxError:
            return False
        return answer.get("clean") is True

    def destroy(self) -> None:
        """See `sandbox.api.Slot.destroy`."""
        end, self._end = self._end, None
        with contextlib.suppress(OSError):
            # Closing alone would not reach the guest while another thread reads from the line.
            self._connection.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(OSError):
            self._connection.close()
        if end is not None:
            end()

    def _send(self, message: dict[str, Any], blob: bytes = b"", *, timeout_s: float) -> None:
        try:
            self._connection.settimeout(timeout_s)
            frames.send(self._connection, message, blob)
        except OSError as error:
            raise SlotLost(f"the slot went away: {error}") from error

    def _receive(self, *kinds: str) -> tuple[dict[str, Any], bytes]:
        room = 2 * self._limits.output_bytes + STDERR_BYTES
        try:
            message, blob = frames.receive(self._connection, max_blob_bytes=room)
        except (OSError, EOFError) as error:
            raise SlotLost(f"the slot went away: {error!r}") from error
        except frames.FrameError as error:
            raise ProtocolError(str(error)) from error
        if message.get("type") not in kinds:
            raise ProtocolError(f"expected {kinds}, got {json.dumps(message)[:2000]}")
        return message, blob


def _input_of(case: Case, mode: RunMode) -> bytes:
    if mode is RunMode.CALL:
        return typed.dumps(list(case.arguments)).encode()
    if mode is RunMode.ASSERTS:
        return case.test_code.encode("utf-8", "surrogatepass")
    return case.stdin
