"""`microjudge doctor`: what is installed, what isolates here, what is missing and what mends it.

Imports typer; everything else when the command runs.
"""

from __future__ import annotations

from typing import Annotated

import typer

from .exit_codes import ExitCode

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]


def doctor(*, as_json: AsJson = False) -> ExitCode:
    """Say what this machine offers for judging.

    Ends with 0 if at least one backend isolates programs here, else with 1.
    """
    from .diagnosis import diagnose  # noqa: PLC0415 - heavy
    from .diagnosis_shown import show  # noqa: PLC0415 - heavy

    return show(diagnose(), as_json=as_json)
