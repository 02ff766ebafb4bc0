"""Prints how fast the judge is, beside the machine's own floor and LiveCodeBench's judge.

    python -m loadtests.speed [--backend docker --backend bubblewrap] [--lcb CHECKOUT]
                              [--lcb-python PYTHON] [--rounds 3] [--tests 20]

All figures come from one run on this machine; compare ratios, not milliseconds. LiveCodeBench's
judge and ours take turns, so that a busy moment hits both.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from loadtests import batch, livecodebench
from loadtests.running_service import service
from loadtests.slot_speed import TEST_COUNTS, SlotSpeed, measure
from trainer_client.client import Client
from trainer_client.wire import Verdict

_console = Console()


def main(
    backend: Annotated[list[str] | None, typer.Option(help="Repeat for several.")] = None,
    lcb: Annotated[Path | None, typer.Option(help="A checkout of LiveCodeBench.")] = None,
    lcb_python: Annotated[str, typer.Option(help="Has numpy and tqdm.")] = sys.executable,
    rounds: Annotated[int, typer.Option(min=1, help="Of the whole batch.")] = 3,
    tests: Annotated[
        list[int] | None, typer.Option(help="A submission; repeat for several.")
    ] = None,
) -> None:
    """Measure and print."""
    backends = backend or ["docker", "bubblewrap"]
    processes = os.cpu_count() or 1
    _print_slots([measure(name) for name in backends])
    for count in tests or [20]:
        rates: dict[str, list[float]] = {}
        for _ in range(rounds):
            for name in backends:
                rates.setdefault(name, []).append(_service_rate(name, processes, count))
            if lcb is not None:
                seconds = livecodebench.seconds_of(
                    lcb, python=lcb_python, processes=processes, tests=count
                )
                rates.setdefault("LiveCodeBench", []).append(batch.SUBMISSIONS / seconds)
        _print_rates(rates, processes, count)


def _service_rate(backend: str, slots: int, tests: int) -> float:
    """Return submissions a second of a warm service, HTTP and comparison included."""
    with service(backend, slots) as client:
        _judge(client, tests)
        return batch.SUBMISSIONS / _judge(client, tests)


def _judge(client: Client, tests: int) -> float:
    began = time.perf_counter()
    results = client.judge(batch.request(tests))
    seconds = time.perf_counter() - began
    wrong = [result for result in results if result.verdict is not Verdict.AC]
    if wrong:
        raise RuntimeError(f"a right program was not accepted: {wrong[0]}")
    return seconds


def _print_slots(speeds: list[SlotSpeed]) -> None:
    table = Table(title="One slot, a trivial program (median milliseconds of wall time)")
    columns = ["backend", "start", "fork+exit floor"]
    columns += [f"{count} tests" for count in TEST_COUNTS]
    for column in [*columns, "a test", "x floor", "a submission", "x floor"]:
        table.add_column(column, justify="right")
    for speed in speeds:
        table.add_row(
            speed.backend,
            f"{speed.start_s * 1000:.0f}",
            f"{speed.floor_s * 1000:.2f}",
            *(f"{speed.submission_s[count] * 1000:.1f}" for count in TEST_COUNTS),
            f"{speed.per_test_s * 1000:.2f}",
            f"{speed.per_test_s / speed.floor_s:.2f}",
            f"{speed.per_submission_s * 1000:.2f}",
            f"{speed.per_submission_s / speed.floor_s:.2f}",
        )
    _console.print(table)


def _print_rates(rates: dict[str, list[float]], processes: int, tests: int) -> None:
    title = f"{batch.SUBMISSIONS} submissions x {tests} tests, {processes} processes"
    table = Table(title=f"{title} (median)")
    for column in ("judge", "submissions/s", "tests/s", "x LiveCodeBench"):
        table.add_column(column, justify="right")
    base = statistics.median(rates["LiveCodeBench"]) if "LiveCodeBench" in rates else None
    for name, measured in rates.items():
        rate = statistics.median(measured)
        ratio = f"{rate / base:.2f}" if base else "-"
        table.add_row(name, f"{rate:.1f}", f"{rate * tests:.0f}", ratio)
    _console.print(table)


if __name__ == "__main__":
    typer.run(main)
