"""Shows a diagnosis: tables for people, or one JSON object for programs.

Imports rich through `terminal`.
"""

from __future__ import annotations

import dataclasses
import json
import sys

from .diagnosis import BackendFinding, Diagnosis
from .exit_codes import ExitCode
from .terminal import console, table


def show(found: Diagnosis, *, as_json: bool) -> ExitCode:
    """Print the diagnosis; return 0 if at least one backend isolates here, else 1."""
    if as_json:
        body = {"isolates": found.isolates, **dataclasses.asdict(found)}
        sys.stdout.write(json.dumps(body, indent=2) + "\n")
    else:
        _print(found)
    return ExitCode.OK if found.isolates else ExitCode.MISSED


def _print(found: Diagnosis) -> None:
    to = console(stderr=False)
    to.print("Installed")
    rows = [(item.name, _yes(item.ok), item.detail) for item in found.installed]
    to.print(table(["what", "there", "detail"], rows, right_from=3))
    to.print("\nWhat each backend guarantees here")
    names = list(dict.fromkeys(name for item in found.backends for name in item.guarantees))
    head = ["guarantee", *(item.name for item in found.backends)]
    works = ["works", *(_yes(item.works) for item in found.backends)]
    to.print(
        table(
            head,
            [works, *([name, *(_on(item, name) for item in found.backends)] for name in names)],
            right_from=len(head),
        )
    )
    for item in found.backends:
        if item.works:
            to.print(f"{item.name}: programs see {item.environment}")
        for note in item.notes:
            to.print(f"{item.name}: {note}")
    missing = [item.mend for item in found.installed if item.mend]
    missing += [f"{item.name}: {item.problem}" for item in found.backends if item.problem]
    if missing:
        to.print("\nWhat mends what is missing")
        for sentence in missing:
            to.print(f"  {sentence}")
    if not found.isolates:
        to.print("\nNo backend isolates programs on this machine, so nothing can be judged here.")


def _on(item: BackendFinding, name: str) -> str:
    return "-" if name not in item.guarantees else "on" if item.guarantees[name] else "off"


def _yes(value: bool) -> str:
    return "yes" if value else "no"
