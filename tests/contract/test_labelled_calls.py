"""The labelled comparison cases whose value a program makes: `compare_cases.jsonl`, mode `call`.

Each value is made in a slot and read in the form that the policy asks for.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox.model import Case, Limits, Program, RunMode, ValueForm
from service.checkers.result import CheckResult
from service.checkers.value_text import parse_value
from service.judging.compare import compare_value
from service.judging.policies import POLICY_NAMES, Policy, Step, build_policy
from trainer_client.wire import Hints

from .conftest import Bench

pytestmark = pytest.mark.corpus

LIMITS = Limits(cpu_time_s=10, wall_time_s=20)
LEAST_CASES = 150
PROGRAM = """
import itertools, math, unittest.mock
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
{}

def f():
    return ({})
"""
# Values with an `==` of their own: it never runs here.
OWN_EQUALITY = "eq_hack"
# `==` of an array may raise, or compare nothing; APPS then refuses, or counts it as passed.
ARRAY = "np.array("

Cases = list[dict[str, Any]]
Checked = Callable[[Policy, dict[str, Any]], CheckResult]


@pytest.fixture(scope="module")
def cases(corpus_folder: Path) -> Cases:
    with (corpus_folder / "compare_cases.jsonl").open(encoding="utf-8") as lines:
        return [case for case in map(json.loads, lines) if case["mode"] == "call"]


@pytest.fixture(scope="module")
def checked(isolated: Bench) -> Checked:
    """Compare a case's value, made once in each form."""
    made: dict[tuple[str, ValueForm], object] = {}

    def check(policy: Policy, case: dict[str, Any]) -> CheckResult:
        key = case["id"], policy.value_form
        if key not in made:
            made[key] = _made(isolated, case, policy.value_form)
        return compare_value(policy, made[key], [parse_value(case["expected"])])

    return check


def _made(bench: Bench, case: dict[str, Any], form: ValueForm) -> object:
    numpy = "import numpy as np" if "np." in case["actual"] else ""
    source = PROGRAM.format(numpy, case["actual"]).encode()
    program = Program(source=source, mode=RunMode.CALL, fn_name="f", value_form=form)
    [facts] = bench.judge(program, [Case()], LIMITS).cases
    assert facts.call is not None, (case["id"], facts)
    return facts.call.returned


def _other(cases: Cases, checked: Checked, policy: Policy, label: str) -> list[str]:
    """Return the cases without an `==` of their own that a policy decides unlike a judge."""
    return [
        f"{case['id']} ({case['kind']})"
        for case in cases
        if case["kind"] != OWN_EQUALITY and checked(policy, case).accepted != case[label]
    ]


def test_default_decides_every_call_as_labelled(cases: Cases, checked: Checked) -> None:
    wrong: list[str] = []
    for case in cases:
        policy = build_policy("default", Hints.model_validate(case.get("hints") or {}))
        result = checked(policy, case)
        truth = case["default"] if case["truth"] == "policy" else case["truth"]
        if result.accepted != (truth == "accept"):
            wrong.append(f"{case['id']} ({case['kind']}): {result}")
    assert wrong == []
    assert len(cases) >= LEAST_CASES


def test_lcb_answers_every_call_as_livecodebench_did(cases: Cases, checked: Checked) -> None:
    assert _other(cases, checked, build_policy("lcb", Hints()), "lcb_accepts") == []


def test_no_equality_of_a_program_is_believed(cases: Cases, checked: Checked) -> None:
    for name in POLICY_NAMES:
        policy = build_policy(name, Hints())
        hacks = [case for case in cases if case["kind"] == OWN_EQUALITY]
        assert [case["id"] for case in hacks if checked(policy, case).accepted] == []


def test_the_first_methods_of_microcoder_answer_as_apps_did(cases: Cases, checked: Checked) -> None:
    steps = Step(method="equal_value"), Step(method="first_item")
    policy = Policy(name="apps", text=(), value=steps, value_form=ValueForm.NATIVE)
    assert [step.method for step in build_policy("microcoder", Hints()).value[:2]] == [
        step.method for step in steps
    ]
    plain = [case for case in cases if ARRAY not in case["actual"]]
    assert _other(plain, checked, policy, "apps_accepts") == []


def test_microcoder_accepts_every_call_that_apps_accepted(cases: Cases, checked: Checked) -> None:
    policy = build_policy("microcoder", Hints())
    accepted = [case for case in cases if case["apps_accepts"] and ARRAY not in case["actual"]]
    assert _other(accepted, checked, policy, "apps_accepts") == []
