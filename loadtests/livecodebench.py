"""Times LiveCodeBench's own judge on the same batch, from a checkout that the user gives.

It runs as a child process (`livecodebench_child.py`) with the interpreter of an environment that
has numpy and tqdm; nothing of LiveCodeBench is imported into ours.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from loadtests import batch

_CHILD = Path(__file__).with_name("livecodebench_child.py")
_TIMEOUT_S = 900


def seconds_of(checkout: Path, *, python: str, processes: int, tests: int) -> float:
    """Return the seconds that LiveCodeBench's `codegen_metrics` takes for the batch.

    Args:
        checkout: its repository.
        python: an interpreter that has numpy and tqdm.
        processes: how many it may use.
        tests: test cases a submission.

    Raises:
        RuntimeError: it did not run, or did not accept every program.
    """
    given = {"sources": batch.sources(), "tests": batch.tests(tests)}
    # A command line of ours, but for the checkout and interpreter that the user named.
    done = subprocess.run(  # noqa: S603
        [python, str(_CHILD), str(checkout), str(processes)],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=_TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"LiveCodeBench's judge failed: {done.stderr[-2000:]}")
    answer = json.loads(done.stdout)
    if answer["accepted"] != batch.SUBMISSIONS:
        raise RuntimeError(f"LiveCodeBench's judge accepted {answer['accepted']} programs")
    return float(answer["seconds"])
