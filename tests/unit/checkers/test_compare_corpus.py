"""The labelled comparison cases: `compare_cases.jsonl` in the folder `$MICROJUDGE_CORPUS`.

Call cases whose value is made by code are left to a sandbox; those written as literals are here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sandbox.guest.typed import dumps
from sandbox.values import read_value
from service.checkers.result import CheckResult
from service.checkers.value_text import NotAValue, parse_value
from service.judging.compare import compare_text, compare_value
from service.judging.native_value import native_value
from service.judging.policies import build_policy
from service.judging.problem import text_bytes
from trainer_client.wire import Hints

pytestmark = pytest.mark.corpus
LEAST_CASES = 300


def _cases(folder: Path) -> list[dict[str, Any]]:
    with (folder / "compare_cases.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _checked(case: dict[str, Any]) -> CheckResult | None:
    policy = build_policy("default", Hints.model_validate(case.get("hints") or {}))
    if case["mode"] == "stdio":
        output, answer = text_bytes(case["actual"]), text_bytes(case["expected"])
        return compare_text(policy, output, [answer])
    try:
        value = parse_value(case["actual"])
    except NotAValue:
        return None
    returned = read_value(dumps(native_value(value)).encode())
    return compare_value(policy, returned, [parse_value(case["expected"])])


@pytest.mark.parametrize(
    ("policy", "label"), [("lcb", "lcb_accepts"), ("microcoder", "apps_accepts")]
)
def test_a_policy_that_follows_a_judge_answers_printed_text_as_that_judge_did(
    corpus_folder: Path, policy: str, label: str
) -> None:
    built = build_policy(policy, Hints())
    other: list[str] = []
    cases = [case for case in _cases(corpus_folder) if case["mode"] == "stdio"]
    for case in cases:
        output, answer = text_bytes(case["actual"]), text_bytes(case["expected"])
        result = compare_text(built, output, [answer])
        if result.accepted != case[label]:
            other.append(f"{case['id']} ({case['kind']}): {result}")
    assert other == []
    assert len(cases) >= LEAST_CASES


def test_strict_accepts_no_printed_text_that_is_labelled_wrong(corpus_folder: Path) -> None:
    strict = build_policy("strict", Hints())
    assert [
        case["id"]
        for case in _cases(corpus_folder)
        if case["mode"] == "stdio"
        and case["truth"] == "reject"
        and compare_text(
            strict, text_bytes(case["actual"]), [text_bytes(case["expected"])]
        ).accepted
    ] == []


def test_every_case_is_decided_as_labelled(corpus_folder: Path) -> None:
    wrong: list[str] = []
    judged = 0
    for case in _cases(corpus_folder):
        result = _checked(case)
        if result is None:
            continue
        judged += 1
        truth = case["default"] if case["truth"] == "policy" else case["truth"]
        if result.accepted != (truth == "accept"):
            wrong.append(f"{case['id']} ({case['kind']}): {result}")
    assert wrong == []
    assert judged >= LEAST_CASES
