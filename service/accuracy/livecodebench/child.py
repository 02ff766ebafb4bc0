"""The process in which LiveCodeBench's judge lives: a question a line in, an answer a line out.

Imports the standard library and, from the checkout, LiveCodeBench; nothing of ours, since it runs
in another environment and is the only file of ours in its box.

    PYTHON child.py CHECKOUT QUESTIONS_FD ANSWERS_FD USER
    first answer  {"ready": {"python"}}
    question      {"sample": {"inputs", "outputs", "fn_name"}, "source", "timeout_s"}
    answer        {"accepts", "results", "metadata"}

`USER` is the user id to change to, 0 to stay. Judged programs run in forks of this process, which
start without its two pipes.
"""

import sys

if __name__ == "__main__":
    del sys.path[0]  # this file's folder: no name in it may hide one of the standard library

import importlib
import json
import os
import platform
import resource
from collections.abc import Callable
from typing import Any

_JUDGE = "lcb_runner.evaluation.compute_code_generation_metrics"
_ADDRESS_SPACE_BYTES = 4 * 2**30
_FILE_BYTES = 16 * 2**20
_PROCESSES = 4096
_MOST_CHARACTERS = 2000
_CHUNK_BYTES = 1 << 20

# LiveCodeBench's `evaluate_generations_by_problem`: ([source], sample, debug, timeout) in,
# (results of each source, metadata of each source) out.
_Judge = Callable[[tuple[list[str], dict[str, str], bool, int]], Any]


def main(checkout: str, questions: int, answers: int, user: int) -> None:
    """Answer questions until there are no more."""
    _keep_from_forks([questions, answers])
    _confine(user)
    sys.path.insert(0, checkout)
    judge: _Judge = importlib.import_module(_JUDGE).evaluate_generations_by_problem
    _write(answers, {"ready": {"python": platform.python_version()}})
    held = b""
    while got := os.read(questions, _CHUNK_BYTES):
        *lines, rest = got.split(b"\n")
        for line in lines:
            _write(answers, _answer(judge, json.loads(held + line)))
            held = b""
        held += rest


def _answer(judge: _Judge, question: dict[str, Any]) -> dict[str, Any]:
    """Ask as LiveCodeBench's `evaluate_generations` does, and count as its pass@k does."""
    sample = {"input_output": json.dumps(question["sample"])}
    results, metadata = judge(([question["source"]], sample, False, question["timeout_s"]))
    return {
        "accepts": all(bool(result > 0) for result in results[0]),
        "results": [int(result) for result in results[0]],
        "metadata": {
            key: value if isinstance(value, int) else str(value)[:_MOST_CHARACTERS]
            for key, value in metadata[0].items()
            if key in {"error_code", "error_message", "error"}
        },
    }


def _keep_from_forks(descriptors: list[int]) -> None:
    """Close the pipes in each fork, once: a fork's own forks may use the numbers again."""
    for descriptor in descriptors:
        os.set_inheritable(descriptor, False)

    def close() -> None:
        while descriptors:
            os.close(descriptors.pop())

    os.register_at_fork(after_in_child=close)


def _confine(user: int) -> None:
    """Take from judged programs what a verdict does not need."""
    if user:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    for what, most in (
        (resource.RLIMIT_AS, _ADDRESS_SPACE_BYTES),
        (resource.RLIMIT_FSIZE, _FILE_BYTES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, _PROCESSES),
    ):
        hard = resource.getrlimit(what)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (value, value))


def _write(answers: int, answer: dict[str, Any]) -> None:
    left = json.dumps(answer).encode() + b"\n"
    while left:
        left = left[os.write(answers, left) :]


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:5]))
