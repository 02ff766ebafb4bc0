"""A checkout whose judge does what the submission says: a stand-in for LiveCodeBench's."""

from __future__ import annotations

from pathlib import Path

from service.accuracy.baseline import Asked
from trainer_client.formats.records import ACCEPTED, LabelledProblem, LabelledSubmission
from trainer_client.wire import Mode, Problem, TestCase

_JUDGE = """
import json

def evaluate_generations_by_problem(args):
    [source], sample, debug, timeout = args
    names = {"sample": json.loads(sample["input_output"]), "timeout": timeout, "metadata": {}}
    exec(source, names)
    return [names["results"]], [names["metadata"]]
"""


def write_checkout(folder: Path, *, judge: str = _JUDGE) -> Path:
    """Write the two files that a checkout is known by."""
    evaluation = folder / "lcb_runner/evaluation"
    evaluation.mkdir(parents=True)
    (evaluation / "testing_util.py").write_text("")
    (evaluation / "compute_code_generation_metrics.py").write_text(judge)
    return folder


def asked(source: str, *tests: tuple[str, str], **fields: object) -> Asked:
    """Return a submission; `fields` are the problem's, and `language` the submission's."""
    language = str(fields.pop("language", "python"))
    problem = Problem.model_validate(
        {
            "mode": Mode.STDIO,
            "tests": [TestCase(input=given, output=out) for given, out in tests or [("", "")]],
            **fields,
        }
    )
    submission = LabelledSubmission(
        id="s", language=language, source=source, label="accepted", expected=ACCEPTED
    )
    return Asked(
        problem=LabelledProblem(id="p", problem=problem, submissions=(submission,)),
        submission=submission,
    )
