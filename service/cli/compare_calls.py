"""Has the values of call cases made and compared where programs run: in slots, as submissions.

Imports the corpus pieces of `judge`. The expression of a case is a program; the judge sees what
came out of the sandbox, as it does for any call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from trainer_client.formats import LabelledProblem, LabelledSubmission
from trainer_client.wire import (
    CheckerSpec,
    LimitsSpec,
    Mode,
    Problem,
    SubmissionResult,
    TestCase,
)

from .compare_cases import ComparisonCase
from .judging import JudgeService, judge_all
from .work import BatchOptions, Task, batches

#: What an expression may name.
_PROGRAM = """\
import itertools
import math
import unittest.mock
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
{numpy}

def made_value():
    return eval({expression!r}, globals())
"""
_NUMPY = re.compile(r"\bnp\b")
_LIMITS = LimitsSpec(cpu_time_s=10.0, wall_time_s=30.0)
_WAIT_S = 5.0


def judge_calls(
    service: JudgeService,
    cases: Sequence[ComparisonCase],
    *,
    policy: str,
    on_judged: Callable[[int], None],
) -> Iterator[tuple[ComparisonCase, SubmissionResult]]:
    """Yield each call case with the result of the submission that makes its value, in order.

    Args:
        service: what judges.
        cases: call cases.
        policy: how values are compared.
        on_judged: called with how many are done.

    Raises:
        CommandError: the service refuses a case; it is named.
    """
    tasks = [_task(case) for case in cases]
    judged = judge_all(
        service,
        batches(tasks, BatchOptions(policy=policy)),
        on_judged=on_judged,
        wait_s=_WAIT_S,
    )
    for case, (_, result) in zip(cases, judged, strict=True):
        yield case, result


def _task(case: ComparisonCase) -> Task:
    submission = LabelledSubmission(
        id=case.id,
        language="python",
        source=_PROGRAM.format(
            numpy="import numpy as np\n" if _NUMPY.search(case.actual) else "",
            expression=case.actual.strip(),
        ),
        label=None,
        expected=None,
    )
    problem = Problem(
        mode=Mode.CALL,
        fn_name="made_value",
        prelude="none",
        tests=[TestCase(input="", output=case.expected)],
        limits=_LIMITS,
        checker=CheckerSpec(hints=case.hints),
    )
    return Task(
        problem=LabelledProblem(id=case.id, problem=problem, submissions=(submission,)),
        submission=submission,
    )
