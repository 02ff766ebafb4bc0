"""`microjudge compare`: pairs of an output and its answer in, a line a pair and the figures out.

Imports typer; everything else when the command runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .exit_codes import ExitCode
from .options import Backend, Isolation, Slots, settings_with

Cases = Annotated[
    Path, typer.Argument(metavar="CASES.jsonl", help="Comparison cases, one JSON object a line.")
]
Policy = Annotated[
    str, typer.Option("--policy", help="Comparison policy: default, strict, lcb or microcoder.")
]
Out = Annotated[
    Path | None, typer.Option("--out", help="Where the lines go; default: standard output.")
]


def compare(
    cases: Cases,
    *,
    policy: Policy = "default",
    out: Out = None,
    slots: Slots = None,
    backend: Backend = None,
    isolation: Isolation = None,
) -> ExitCode:
    """Compare outputs with answers and check the verdicts."""
    from .compare_run import CompareJob, run_compare  # noqa: PLC0415 - heavy
    from .open_service import embedded_service  # noqa: PLC0415 - heavy

    settings = settings_with(slots=slots, backend=backend, isolation=isolation)
    job = CompareJob(cases=cases, out=out, policy=policy)
    return run_compare(job, lambda: embedded_service(settings))
