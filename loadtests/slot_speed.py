"""What one slot costs: the floor of fork and exit, and the overhead a test case and a submission.

Imports the sandbox. Every figure is wall time of a run on one thread, the median of several; the
floor is measured by a program inside the same slot, so it pays for the same interpreter, the same
memory and the same kernel.
"""

from __future__ import annotations

import json
import statistics
import time
from contextlib import closing
from dataclasses import dataclass

from sandbox.api import Slot
from sandbox.choose import build
from sandbox.model import Case, Limits, Program

TRIVIAL = b"a, b = map(int, input().split())\nprint(a + b)\n"
TEST_COUNTS = (1, 20, 100)
_ROUNDS = 15
_FLOOR = b"""
import json, os, time
times = []
for _ in range(300):
    start = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    times.append(time.perf_counter() - start)
print(json.dumps(sorted(times)[len(times) // 2]))
"""
_LONG = Limits(cpu_time_s=60, wall_time_s=120)


@dataclass(frozen=True, kw_only=True, slots=True)
class SlotSpeed:
    """Median seconds of one backend's slot.

    Attributes:
        backend: its name.
        start_s: from nothing to a slot that has judged its first program.
        floor_s: `os.fork`, `os._exit` and `waitpid` of a program in the slot.
        submission_s: by number of tests, one whole submission.
    """

    backend: str
    start_s: float
    floor_s: float
    submission_s: dict[int, float]

    @property
    def per_test_s(self) -> float:
        """Return the overhead a test case: what 100 tests cost more than 20, a test."""
        few, many = TEST_COUNTS[1], TEST_COUNTS[2]
        return (self.submission_s[many] - self.submission_s[few]) / (many - few)

    @property
    def per_submission_s(self) -> float:
        """Return the fixed overhead of a submission: what one with one test costs beside it."""
        return self.submission_s[1] - self.per_test_s


def measure(backend: str) -> SlotSpeed:
    """Return the speed of a backend's slot.

    Args:
        backend: a file name of `sandbox/backends`.

    Raises:
        SandboxError: it cannot run here.
    """
    with closing(build(backend)) as sandbox:
        started = time.perf_counter()
        slot = sandbox.open_slot()
        try:
            _submission(slot, 1)
            start_s = time.perf_counter() - started
            floor_s = _floor(slot)
            seconds: dict[int, list[float]] = {count: [] for count in TEST_COUNTS}
            # Rounds interleave the counts, so that a busy moment hits them alike.
            for _ in range(_ROUNDS):
                for count in TEST_COUNTS:
                    began = time.perf_counter()
                    _submission(slot, count)
                    seconds[count].append(time.perf_counter() - began)
        finally:
            slot.destroy()
    medians = {count: statistics.median(times) for count, times in seconds.items()}
    return SlotSpeed(backend=backend, start_s=start_s, floor_s=floor_s, submission_s=medians)


def _submission(slot: Slot, tests: int) -> None:
    slot.prepare(Program(source=TRIVIAL), Limits())
    for number in range(tests):
        facts = slot.run(Case(stdin=b"%d 1\n" % number))
        if facts.stdout != b"%d\n" % (number + 1):
            raise RuntimeError(f"the slot answered {facts}")
    if not slot.finish():
        raise RuntimeError("the slot is not clean")


def _floor(slot: Slot) -> float:
    slot.prepare(Program(source=_FLOOR), _LONG)
    floor_s = json.loads(slot.run(Case()).stdout)
    slot.finish()
    return float(floor_s)
