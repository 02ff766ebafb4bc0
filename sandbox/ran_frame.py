"""What a guest says of one run, read into facts: hostile input, checked field by field.

Imports the model and the typed values.
"""

from __future__ import annotations

import math
import os
import signal
from typing import Any

from sandbox.model import CallFacts, ExitKind, Limits, RunFacts
from sandbox.values import read_value

STDERR_BYTES = 64 * 1024
"""How much of the end of stderr a guest sends."""
# Stdout and stderr; then what a call gave back, in that mode only.
_STREAMS = (2, 3)
_MOST_STATUS = 0xFFFF


def read_facts(answer: dict[str, Any], blob: bytes, limits: Limits, peak_bytes: int) -> RunFacts:
    """Return the facts of a run.

    Args:
        answer: the JSON of the guest's `ran` frame, untrusted.
        blob: stdout, stderr and, in call mode, the result file.
        limits: what the run was allowed.
        peak_bytes: the peak that the host itself measured, 0 where unknown.

    Raises:
        KeyError, ValueError, TypeError, OverflowError, IndexError: not what a guest of ours sends.
    """
    sizes = [int(size) for size in answer["sizes"]]
    if len(sizes) not in _STREAMS or min(sizes) < 0:
        raise ValueError(f"sizes {sizes}")
    kept = [min(size, limits.output_bytes) for size in sizes]
    kept[1] = min(sizes[1], STDERR_BYTES)
    if sum(kept) != len(blob):
        raise ValueError("sizes do not add up")
    stdout = blob[: kept[0]]
    stderr = blob[kept[0] : kept[0] + kept[1]]
    result = blob[kept[0] + kept[1] :]
    status = int(answer["status"])
    if not 0 <= status <= _MOST_STATUS:
        raise ValueError(f"status {status}")
    kind = _exit_kind(answer, status, sizes, limits)
    failure = plain_text(answer["failure"])
    call: CallFacts | None = None
    if kind is ExitKind.EXITED and result:
        call, failure = _call_facts(result)
    return RunFacts(
        exit_kind=kind,
        exit_code=os.WEXITSTATUS(status) if kind is ExitKind.EXITED else None,
        signal=os.WTERMSIG(status) if kind is ExitKind.SIGNALED else None,
        cpu_time_s=_seconds(answer["cpu_s"]),
        wall_time_s=_seconds(answer["wall_s"]),
        memory_bytes=max(int(answer["memory_bytes"]), peak_bytes),
        stdout=stdout,
        stderr=stderr,
        call=call,
        asserts_passed=answer["proved"] is True,
        failure=failure,
    )


def _exit_kind(answer: dict[str, Any], status: int, sizes: list[int], limits: Limits) -> ExitKind:
    """Return how a run ended; where several things hold, the one that came first by nature."""
    if any(size > limits.output_bytes for size in sizes) or answer["stopped"] == "output":
        return ExitKind.OUTPUT_LIMIT
    if int(answer["oom_kills"]) > 0 or answer["stopped"] == "memory":
        return ExitKind.MEMORY_LIMIT
    if _seconds(answer["cpu_s"]) > limits.cpu_time_s or answer["stopped"] == "cpu":
        return ExitKind.CPU_LIMIT
    if answer["stopped"] == "wall":
        return ExitKind.WALL_LIMIT
    if os.WIFSIGNALED(status):
        return ExitKind.CPU_LIMIT if os.WTERMSIG(status) == signal.SIGXCPU else ExitKind.SIGNALED
    return ExitKind.EXITED


def _seconds(value: object) -> float:
    if not isinstance(value, (int, float)) or not math.isfinite(value) or value < 0:
        raise ValueError(f"{value!r} seconds")
    return float(value)


def plain_text(value: object) -> str:
    """Return a text that UTF-8 can hold: a program may put a lone surrogate into what it says."""
    return str(value).encode(errors="replace").decode()


def _call_facts(result: bytes) -> tuple[CallFacts | None, str]:
    if result[:1] == b"F":
        return None, result[1:101].decode(errors="replace")
    returned, _, first = result[1:].partition(b"\n")
    if result[:1] != b"R":
        return None, ""
    return CallFacts(returned=read_value(returned), first_argument=_first(first)), ""


def _first(text: bytes) -> object:
    return read_value(text) if text else None
