"""Hostile programs (`tests/programs`): each ends as its header says, and the next one runs well."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from sandbox.errors import SandboxError
from sandbox.model import MIB, ExitKind, Limits
from tests.contract.conftest import Bench, Judged

PROGRAMS = sorted((Path(__file__).parents[1] / "programs").glob("*.py"))
LIMITS = Limits(cpu_time_s=1, wall_time_s=2, memory_bytes=128 * MIB, output_bytes=32 * MIB, pids=16)


@dataclass(frozen=True)
class Hostile:
    """One program with what its header says."""

    source: bytes
    expect: frozenset[ExitKind]
    prints: bytes


def _read(path: Path) -> Hostile:
    text = path.read_text(encoding="utf-8")
    header = dict(re.findall(r"^# (expect|prints): (.+)$", text, re.MULTILINE))
    return Hostile(
        source=text.encode(),
        expect=frozenset(ExitKind(kind) for kind in header["expect"].split()),
        prints=header.get("prints", "").encode(),
    )


def _run(bench: Bench, source: bytes, *inputs: bytes) -> Judged:
    """Run in the bench's slot, which is replaced where the program took it down."""
    try:
        return bench.script(source, *inputs, limits=LIMITS)
    except SandboxError:
        bench.slot.destroy()
        bench.slot = bench.sandbox.open_slot()
        raise


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_hostile_program_harms_nobody(isolated: Bench, path: Path) -> None:
    hostile = _read(path)
    # What looks around runs twice, to see what its first run left.
    judged = _run(isolated, hostile.source, *[b""] * (2 if hostile.prints else 1))
    for facts in judged.cases:
        assert facts.exit_kind in hostile.expect, facts
        if hostile.prints and facts.exit_kind is ExitKind.EXITED:
            assert facts.stdout.strip() == hostile.prints, facts
    following = _run(isolated, b"print(int(input()) + 1)", b"1\n", b"41\n")
    assert following.clean
    assert [facts.stdout for facts in following.cases] == [b"2\n", b"42\n"]
    assert {facts.exit_kind for facts in following.cases} == {ExitKind.EXITED}
