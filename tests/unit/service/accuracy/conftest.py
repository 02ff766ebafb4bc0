"""Submissions and runs, made in one line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from service.accuracy.records import Benchmark, JudgedSubmission, Opinion, Timing


@pytest.fixture
def row() -> Callable[..., JudgedSubmission]:
    # `fields` are whatever the record has; `replace` refuses others.
    def make(
        name: str = "s",
        *,
        truth: bool = True,
        ours: bool | None = True,
        baseline: bool | None = True,
        **fields: Any,
    ) -> JudgedSubmission:
        plain = JudgedSubmission(
            corpus="corpus",
            problem_id="p",
            submission_id=name,
            language="python",
            mode="stdio",
            label="accepted" if truth else "wrong_answer",
            truth=truth,
            doubtful=None,
            time_limit_s=2.0,
            ours=Opinion(accepts=ours, verdict={True: "AC", False: "WA", None: "IE"}[ours]),
            baseline=Opinion(
                accepts=baseline,
                verdict={True: "accepted", False: "refused", None: "died"}[baseline],
            ),
        )
        return replace(plain, **fields)

    return make


@pytest.fixture
def run() -> Callable[..., Benchmark]:
    def make(*rows: JudgedSubmission, executed: bool = True) -> Benchmark:
        return Benchmark(
            submissions=rows,
            left_out={"language haskell": 2},
            baseline="another judge" if executed else "recorded",
            judge="this judge",
            files=("corpus.jsonl",),
            ours_timing=Timing(submissions=len(rows), tests=8, wall_time_s=2.0, workers=2),
            baseline_timing=(
                Timing(submissions=len(rows), tests=None, wall_time_s=4.0, workers=1)
                if executed
                else None
            ),
        )

    return make
