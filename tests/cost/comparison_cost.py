"""Prints what a comparison costs on adverse texts, and on equal ones beside reading them.

    python -m tests.cost.comparison_cost [--mib 1 --mib 10] [--shape NAME]

Each comparison runs in a process of its own: CPU seconds, and peak memory above the two texts. It
asserts nothing. It stands here and not in `loadtests`, which know the service by its network only.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from service.judging.compare import compare_text
from service.judging.policies import POLICY_NAMES, build_policy
from tests.cost.adverse_texts import SHAPES, rows
from trainer_client.wire import Hints

MIB = 1 << 20
ROUNDS = 30
CPU_LIMIT_S = 120
_console = Console(width=140)
_ASKED = {name: (name, Hints()) for name in POLICY_NAMES} | {
    "default, unordered lines": ("default", Hints(unordered="lines")),
    "default, unordered tokens": ("default", Hints(unordered="tokens")),
    "default, unordered list": ("default", Hints(unordered="list")),
}


def main(
    mib: Annotated[list[float] | None, typer.Option(help="Sizes; repeat for several.")] = None,
    shape: Annotated[list[str] | None, typer.Option(help="Repeat for several.")] = None,
) -> None:
    """Measure and print."""
    _print_equal_beside_reading()
    context = multiprocessing.get_context("fork")
    for name in shape or SHAPES:
        for asked in _ASKED:
            figures: list[str] = []
            for size in mib or [1, 10]:
                receiver, sender = context.Pipe(duplex=False)
                child = context.Process(
                    target=_measure, args=(name, asked, int(size * MIB), sender.send)
                )
                child.start()
                sender.close()
                try:
                    figures.append(receiver.recv())
                except EOFError:
                    figures.append(f"over {CPU_LIMIT_S} s")
                child.join()
            _console.print(f"{name:32} {asked:26}", "   ".join(figures))


def _measure(shape: str, asked: str, size: int, report: Callable[[str], None]) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT_S, CPU_LIMIT_S))
    output, answer = SHAPES[shape](size)
    policy = build_policy(*_ASKED[asked])
    before_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start_s = time.process_time()
    result = compare_text(policy, output, [answer])
    cpu_s = time.process_time() - start_s
    peak_mib = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kib) / 1024
    report(f"{cpu_s:7.3f} s {peak_mib:5.0f} MiB {result.rule or 'refused':12}")


def _print_equal_beside_reading() -> None:
    answer = rows(MIB)
    policy = build_policy("default", Hints())
    outputs = {
        "equal bytes": bytes(bytearray(answer)),
        "no line end after the last line": answer[:-1],
        "CRLF line ends": answer.replace(b"\n", b"\r\n"),
        "blanks at line ends": answer.replace(b"\n", b" \n"),
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "output")
        path.write_bytes(answer)
        _console.print(f"reading 1 MiB from a file   {_least_ms(path.read_bytes):8.3f} ms")
        _console.print(f"reading 1 MiB from a pipe   {_least_ms(_piped(answer)):8.3f} ms")
    for name, output in outputs.items():
        rule = compare_text(policy, output, [answer]).rule
        cost_ms = _least_ms(partial(compare_text, policy, output, [answer]))
        _console.print(f"comparing 1 MiB, {name:32} {rule:6} {cost_ms:8.3f} ms")


def _piped(text: bytes) -> Callable[[], object]:
    """Return a call that reads what a thread writes into a pipe, as a worker reads a program."""

    def read() -> bytes:
        reader, writer = os.pipe()
        with os.fdopen(reader, "rb") as pipe:
            thread = threading.Thread(target=_write, args=(writer, text))
            thread.start()
            read = pipe.read()
            thread.join()
        return read

    return read


def _write(descriptor: int, text: bytes) -> None:
    with os.fdopen(descriptor, "wb") as pipe:
        pipe.write(text)


def _least_ms(call: Callable[[], object]) -> float:
    least_s = float("inf")
    for _ in range(ROUNDS):
        start_s = time.perf_counter()
        call()
        least_s = min(least_s, time.perf_counter() - start_s)
    return least_s * 1000


if __name__ == "__main__":
    typer.run(main)
