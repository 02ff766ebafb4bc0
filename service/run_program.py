"""Run one program without comparing anything: a request in, facts out.

Imports the sandbox's types and the wire types. A slot that fails is destroyed and the run tried in
another, at most `attempts` times.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

from sandbox.api import Slot
from sandbox.errors import SandboxError
from sandbox.languages import available
from sandbox.model import Case, CompileFacts, ExitKind, Limits, Program, RunFacts
from service.limits import granted
from trainer_client.wire import RunAnswer, RunRequest

_STDERR_KEPT_BYTES = 64 * 1024
COMPILE_ERROR = "compile_error"


class Slots(Protocol):
    """Where slots come from: the pool of `sandbox.pool`."""

    def acquire(self) -> Slot:
        """Return a slot that nobody else uses."""
        ...

    def release(self, slot: Slot) -> None:
        """Give a clean slot back."""
        ...

    def discard(self, slot: Slot) -> None:
        """Give a slot back that must be destroyed."""
        ...


def run_program(request: RunRequest, limits: Limits, slots: Slots, *, attempts: int) -> RunAnswer:
    """Return what the program did.

    Args:
        request: the program and its standard input.
        limits: the limits granted.
        slots: where to take a slot from.
        attempts: slots that may be tried, >= 1.

    Raises:
        SandboxError: the last slot failed too.
    """
    for _ in range(attempts - 1):
        with suppress(SandboxError):
            return _run_in_slot(request, limits, slots)
    return _run_in_slot(request, limits, slots)


def _run_in_slot(request: RunRequest, limits: Limits, slots: Slots) -> RunAnswer:
    slot = slots.acquire()
    clean = False
    try:
        program = Program(source=_bytes(request.source), language=available()[request.language])
        compiled = slot.prepare(program, limits)
        facts = slot.run(Case(stdin=_bytes(request.stdin))) if compiled.ok else None
        clean = slot.finish()
    finally:
        if clean:
            slots.release(slot)
        else:
            slots.discard(slot)
    return run_answer(compiled, facts, limits)


def run_answer(compiled: CompileFacts, facts: RunFacts | None, limits: Limits) -> RunAnswer:
    """Return facts in the wire's words; `facts` is None where the program does not compile."""
    if facts is None:
        return RunAnswer(
            exit_kind=COMPILE_ERROR, compiler_output=compiled.output, limits=granted(limits)
        )
    return RunAnswer(
        exit_kind=facts.exit_kind.value,
        exit_code=facts.exit_code,
        signal=facts.signal,
        cpu_time_s=facts.cpu_time_s,
        wall_time_s=facts.wall_time_s,
        memory_bytes=facts.memory_bytes,
        stdout=facts.stdout.decode("utf-8", "replace"),
        stdout_truncated=facts.exit_kind is ExitKind.OUTPUT_LIMIT,
        stderr=facts.stderr.decode("utf-8", "replace"),
        stderr_truncated=len(facts.stderr) >= _STDERR_KEPT_BYTES,
        compiler_output=compiled.output,
        limits=granted(limits),
    )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
