"""The child of `livecodebench.py`: imports LiveCodeBench's judge and times it.

Imports nothing of ours, since it runs in another environment.

    PYTHON livecodebench_child.py CHECKOUT PROCESSES
    in: {"sources", "tests"}, out: {"seconds", "accepted"}
"""

from __future__ import annotations

import contextlib
import importlib
import json
import sys
import time


def main(checkout: str, processes: int) -> None:
    """Judge the batch on standard input and print what it took."""
    sys.path.insert(0, checkout)
    judge = importlib.import_module(
        "lcb_runner.evaluation.compute_code_generation_metrics"
    ).codegen_metrics
    given = json.load(sys.stdin)
    inputs, outputs = zip(*given["tests"], strict=True)
    cases = json.dumps({"inputs": inputs, "outputs": outputs, "fn_name": None})
    count = len(given["sources"])
    with contextlib.redirect_stdout(sys.stderr):
        began = time.perf_counter()
        metrics = judge(
            [{"input_output": cases}] * count,
            [[source] for source in given["sources"]],
            k_list=[1],
            num_process_evaluate=processes,
            timeout=6,
        )
        seconds = time.perf_counter() - began
    accepted = round(float(metrics[0]["pass@1"]) * count)
    sys.stdout.write(json.dumps({"seconds": seconds, "accepted": accepted}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
