"""Compares the cases of a file and adds up what the policy got right.

Imports the judging rules and rich through `compare_report`. Texts are compared here; values are
made in a sandbox, which is opened only where a case needs it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from service.checkers.result import CheckResult
from service.judging.compare import compare_text
from service.judging.policies import POLICY_NAMES, Policy, build_policy
from service.judging.problem import text_bytes
from trainer_client.wire import SubmissionResult, Verdict

from .compare_calls import judge_calls
from .compare_cases import ComparisonCase, read_cases
from .compare_report import ComparedCase, Comparison, compared_line, print_comparison
from .exit_codes import CommandError, ExitCode
from .judging import JudgeService
from .progress import progress
from .report import message_of
from .signals import sigterm_interrupts
from .terminal import console
from .whole_file import whole_file


@dataclass(frozen=True, kw_only=True, slots=True)
class CompareJob:
    """What to compare and how.

    Attributes:
        cases: the file of cases.
        out: where the lines go; None is standard output.
        policy: the comparison policy's name.
    """

    cases: Path
    out: Path | None
    policy: str


def run_compare(
    job: CompareJob, open_service: Callable[[], AbstractContextManager[JudgeService]]
) -> ExitCode:
    """Compare the cases, write the lines, print the figures; return what the command ends with.

    Args:
        job: what to compare.
        open_service: opens what makes and compares the values of call cases.

    Raises:
        CommandError: there is no such policy, or the output cannot be written.
        FormatError: a case is not usable.
    """
    if job.policy not in POLICY_NAMES:
        known = ", ".join(POLICY_NAMES)
        raise CommandError(f"--policy {job.policy[:40]!r}: no such policy; known: {known}")
    cases = read_cases(job.cases)
    if job.out is not None and job.out.exists() and job.out.samefile(job.cases):
        raise CommandError(f"--out {job.out}: these are the cases; writing would replace them")
    with _lines_to(job.out) as lines:
        calls = _compare_calls(job.policy, [case for case in cases if case.is_call], open_service)
        policies = _Policies(job.policy)
        comparison = Comparison(policy=job.policy)
        for case in cases:
            compared = calls[case.id] if case.is_call else policies.compare(case)
            lines.write(compared_line(compared) + "\n")
            comparison.add(compared)
        lines.flush()
    print_comparison(comparison, to=console(stderr=job.out is None))
    return comparison.exit_code()


class _Policies:
    """The policy of each case; building one is dearer than comparing a short text with it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._built: dict[str, Policy] = {}

    def compare(self, case: ComparisonCase) -> ComparedCase:
        key = case.hints.model_dump_json(exclude_unset=True)
        if key not in self._built:
            self._built[key] = build_policy(self._name, case.hints)
        answers = [text_bytes(text) for text in (case.expected, *case.hints.alternatives)]
        result = compare_text(self._built[key], text_bytes(case.actual), answers)
        return ComparedCase(
            case=case,
            accepts=result.accepted,
            match_rule=result.rule if result.accepted else None,
            reason=_reason(result),
        )


def _reason(result: CheckResult) -> str:
    return "" if result.difference is None else result.difference.describe()


def _compare_calls(
    policy: str,
    cases: Sequence[ComparisonCase],
    open_service: Callable[[], AbstractContextManager[JudgeService]],
) -> dict[str, ComparedCase]:
    if not cases:
        return {}
    with (
        sigterm_interrupts(),
        open_service() as service,
        progress(len(cases), "values", bar=sys.stderr.isatty()) as on_judged,
    ):
        judged = judge_calls(service, cases, policy=policy, on_judged=on_judged)
        return {case.id: _compared(case, result) for case, result in judged}


def _compared(case: ComparisonCase, result: SubmissionResult) -> ComparedCase:
    if result.verdict in {Verdict.AC, Verdict.WA}:
        reason = message_of(result)
    else:
        reason = f"{result.verdict}: {message_of(result)}"
    return ComparedCase(
        case=case,
        accepts=None if result.verdict is Verdict.IE else result.verdict is Verdict.AC,
        match_rule=result.tests[0].match_rule,
        reason=reason,
    )


@contextmanager
def _lines_to(out: Path | None) -> Generator[TextIO]:
    if out is None:
        yield sys.stdout
        return
    with whole_file(out) as stream:
        text = TextIOWrapper(stream, encoding="utf-8", newline="\n", write_through=True)
        yield text
        text.flush()
        text.detach()
