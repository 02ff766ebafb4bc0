"""`microjudge run`: one program in a sandbox, and what it did; nothing is compared.

Imports typer; everything else when the command runs.
"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from .exit_codes import CommandError, ExitCode
from .options import Backend, Isolation, settings_with

Solution = Annotated[Path, typer.Argument(metavar="SOLUTION.py", help="The program.")]
Stdin = Annotated[
    Path | None, typer.Option("--stdin", help="Its standard input; - reads ours; default: empty.")
]
Language = Annotated[str, typer.Option("--language", help="Its language.")]
CpuTime = Annotated[float | None, typer.Option("--cpu-time-s", help="CPU seconds that it may use.")]
WallTime = Annotated[
    float | None, typer.Option("--wall-time-s", help="Wall seconds that it may use.")
]
Memory = Annotated[int | None, typer.Option("--memory-mb", help="Memory that it may use, MiB.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")]


def run(
    solution: Solution,
    *,
    stdin: Stdin = None,
    language: Language = "python",
    backend: Backend = None,
    isolation: Isolation = None,
    cpu_time_s: CpuTime = None,
    wall_time_s: WallTime = None,
    memory_mb: Memory = None,
    as_json: AsJson = False,
) -> ExitCode:
    """Run one program and show what it did."""
    source = _read(solution)
    given = b"" if stdin is None else _read(stdin)
    settings = settings_with(backend=backend, isolation=isolation)

    from .open_sandbox import chosen_sandbox  # noqa: PLC0415 - heavy
    from .run_once import asked_limits, run_once, show  # noqa: PLC0415 - heavy
    from .signals import sigterm_interrupts  # noqa: PLC0415

    limits = asked_limits(
        settings, cpu_time_s=cpu_time_s, wall_time_s=wall_time_s, memory_mb=memory_mb
    )
    with sigterm_interrupts(), closing(chosen_sandbox(settings)) as sandbox:
        outcome = run_once(sandbox, source, stdin=given, language=language, limits=limits)
    return show(outcome, as_json=as_json)


def _read(path: Path) -> bytes:
    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
