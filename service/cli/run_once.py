"""Runs one program on an open sandbox and shows the facts.

Imports the sandbox's seams and the wire types. Output is shown as it is where it goes to a file or
a pipe, and with control characters spelt out where it goes to a terminal.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TextIO

from pydantic import ValidationError

from sandbox.api import Sandbox
from sandbox.languages import available
from sandbox.model import Case, CompileFacts, ExitKind, Limits, Program, RunFacts
from service.limits import LimitsPolicy
from service.run_program import run_answer
from service.settings import Settings
from trainer_client.wire import LimitsSpec, RunAnswer

from .exit_codes import CommandError, ExitCode
from .terminal import console, spelt_out, table

MIB = 2**20


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What became of a program; `facts` is None where it could not be compiled."""

    compiled: CompileFacts
    facts: RunFacts | None
    limits: Limits
    backend: str
    environment: str


def asked_limits(
    settings: Settings,
    *,
    cpu_time_s: float | None,
    wall_time_s: float | None,
    memory_mb: int | None,
) -> Limits:
    """Return the limits that the service would grant for what was asked.

    Args:
        settings: defaults and maxima.
        cpu_time_s: CPU seconds, None for the default.
        wall_time_s: wall seconds, None for the default.
        memory_mb: memory in MiB, None for the default.

    Raises:
        CommandError: a limit is out of the range that the service takes.
    """
    try:
        spec = LimitsSpec(
            cpu_time_s=cpu_time_s,
            wall_time_s=wall_time_s,
            memory_bytes=None if memory_mb is None else memory_mb * MIB,
        )
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        name = ".".join(str(part) for part in fault["loc"])
        raise CommandError(f"{name}: {fault['msg']}, not {fault['input']}") from error
    return LimitsPolicy.of(settings).grant(spec)


def run_once(
    sandbox: Sandbox, source: bytes, *, stdin: bytes, language: str, limits: Limits
) -> Outcome:
    """Return what the program did in a slot of its own.

    Raises:
        CommandError: there is no such language.
        SandboxError: the sandbox failed; nothing is known of the program.
    """
    names = available()
    if language not in names:
        raise CommandError(f"language {language!r} is not offered; there are {', '.join(names)}")
    slot = sandbox.open_slot()
    try:
        compiled = slot.prepare(Program(source=source, language=names[language]), limits)
        facts = slot.run(Case(stdin=stdin)) if compiled.ok else None
        slot.finish()
    finally:
        slot.destroy()
    return Outcome(
        compiled=compiled,
        facts=facts,
        limits=limits,
        backend=sandbox.name,
        environment=sandbox.environment,
    )


def show(outcome: Outcome, *, as_json: bool) -> ExitCode:
    """Print the outcome; return 0 where the program ended well, else 1."""
    facts = outcome.facts
    if as_json:
        sys.stdout.write(_answer(outcome).model_dump_json(indent=2) + "\n")
    else:
        if facts is not None:
            _pass_on(facts.stdout, sys.stdout)
            _pass_on(facts.stderr, sys.stderr)
        if outcome.compiled.output:
            _pass_on(outcome.compiled.output.encode(errors="replace"), sys.stderr)
        sys.stdout.flush()
        console(stderr=True).print(table(["fact", "value"], _rows(outcome), right_from=2))
    ended_well = facts is not None and facts.exit_kind is ExitKind.EXITED and facts.exit_code == 0
    return ExitCode.OK if ended_well else ExitCode.MISSED


def _pass_on(data: bytes, stream: TextIO) -> None:
    if stream.isatty():
        stream.write(spelt_out(data.decode(errors="replace")))
    else:
        stream.flush()
        stream.buffer.write(data)
    if data and not data.endswith(b"\n"):
        stream.write("\n")
    stream.flush()


def _rows(outcome: Outcome) -> list[tuple[str, str]]:
    facts, limits = outcome.facts, outcome.limits
    if facts is None:
        ended = "could not be compiled"
    elif facts.exit_kind is ExitKind.EXITED:
        ended = f"exited with {facts.exit_code}"
    elif facts.exit_kind is ExitKind.SIGNALED:
        ended = f"ended by signal {facts.signal}"
    else:
        ended = str(facts.exit_kind).replace("_", " ")
    rows = [("ended", ended)]
    if facts is not None:
        rows += [
            ("CPU time", f"{facts.cpu_time_s:.3f} s of {limits.cpu_time_s:g} s"),
            ("wall time", f"{facts.wall_time_s:.3f} s of {limits.wall_time_s:g} s"),
            (
                "memory",
                f"{facts.memory_bytes / MIB:.1f} MiB of {limits.memory_bytes / MIB:g} MiB"
                if facts.memory_bytes
                else f"not measured, of {limits.memory_bytes / MIB:g} MiB",
            ),
            ("output", f"{len(facts.stdout)} bytes of {limits.output_bytes} bytes"),
        ]
    return [*rows, ("backend", outcome.backend), ("environment", outcome.environment)]


def _answer(outcome: Outcome) -> RunAnswer:
    told = {"backend": outcome.backend, "environment": outcome.environment}
    return run_answer(outcome.compiled, outcome.facts, outcome.limits).model_copy(update=told)
