"""A service that judges by looking a program's text up in a table; it runs nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from trainer_client.wire import (
    BatchCounts,
    BatchRequest,
    BatchState,
    BatchStatus,
    Capabilities,
    GrantedLimits,
    LanguageInfo,
    Submission,
    SubmissionResult,
    TestResult,
    Verdict,
)

_LIMITS = GrantedLimits(cpu_time_s=1, wall_time_s=3, memory_bytes=1, output_bytes=1, pids=1)
_CAPABILITIES = Capabilities(
    version="0",
    backend="scripted",
    environment="none",
    isolation="none",
    guarantees=[],
    notes=[],
    languages=[LanguageInfo(name="python", aliases=["python3"])],
    slots=1,
    default_limits=_LIMITS,
    max_limits=_LIMITS,
    max_body_bytes=1,
    max_submissions=1,
    max_tests=1,
    max_source_bytes=1,
)


class ScriptedService:
    """Every program is its own verdict: the source `AC` gets AC. Batches take two polls."""

    def __init__(self, *, refuse: Callable[[BatchRequest], None] | None = None) -> None:
        self.opened = 0
        self.closed = 0
        self.most_in_flight = 0
        self._refuse = refuse
        self._batches: dict[str, BatchRequest] = {}
        self._polled: set[str] = set()

    def __enter__(self) -> Self:
        self.opened += 1
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.closed += 1

    def capabilities(self) -> Capabilities:
        return _CAPABILITIES

    def submit(self, request: BatchRequest) -> str:
        if self._refuse is not None:
            self._refuse(request)
        batch_id = f"b{len(self._polled)}-{len(self._batches)}"
        self._batches[batch_id] = request
        self.most_in_flight = max(self.most_in_flight, len(self._batches))
        return batch_id

    def status(self, batch_id: str, *, wait_s: float = 0.0) -> BatchStatus:
        request = self._batches[batch_id]
        total = len(request.submissions)
        if batch_id not in self._polled:
            self._polled.add(batch_id)
            counts = BatchCounts(total=total, done=total // 2, verdicts={})
            return BatchStatus(
                batch_id=batch_id, state=BatchState.RUNNING, counts=counts, results=[]
            )
        del self._batches[batch_id]
        results = [_result(item) for item in reversed(request.submissions)]
        counts = BatchCounts(total=total, done=total, verdicts={})
        return BatchStatus(batch_id=batch_id, state=BatchState.DONE, counts=counts, results=results)


def write_corpus(path: Path, *programs: tuple[str, str], language: str = "python") -> Path:
    """Write one problem with (label, verdict to get) programs."""
    row = {
        "problem_id": path.stem,
        "mode": "stdio",
        "tests": [{"input": "", "output": ""}],
        "submissions": [
            {"id": f"{number}", "language": language, "code": verdict, "label": label}
            for number, (label, verdict) in enumerate(programs)
        ],
    }
    path.write_text(json.dumps(row) + "\n")
    return path


def _result(submission: Submission) -> SubmissionResult:
    verdict = Verdict(submission.source or "")
    return SubmissionResult(
        id=submission.id,
        verdict=verdict,
        reward=None if verdict is Verdict.IE else float(verdict is Verdict.AC),
        passed=int(verdict is Verdict.AC),
        total=1,
        tests=[TestResult(verdict=verdict)],
        error="slot lost" if verdict is Verdict.IE else None,
        backend="scripted",
        environment="none",
    )
