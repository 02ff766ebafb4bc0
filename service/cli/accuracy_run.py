"""Runs the benchmark: reads, judges here, asks the other judge, writes the reports.

Imports the client's types, rich through `progress`, and the benchmark. The judges run one after
the other, so that neither slows the other down; both stop a submission at its first failed test.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from service.accuracy.baseline import Asked, Baseline
from service.accuracy.records import Benchmark, JudgedSubmission, Timing
from service.accuracy.report import (
    Previous,
    Summary,
    read_previous,
    require_report_tools,
    write_reports,
)
from trainer_client.wire import Capabilities, SubmissionResult, Verdict

from .accuracy_corpus import CorpusRow, judgeable, read_rows
from .accuracy_rows import MOST_CHARACTERS, SecondOpinion, judged_submission
from .exit_codes import CommandError, ExitCode
from .judge_corpus import BAR_EVERY_S, PLAIN_EVERY_S
from .judging import JudgeService, judge_all
from .progress import progress
from .signals import sigterm_interrupts
from .work import BatchOptions, batches

Clock = Callable[[], float]
OpenService = Callable[[], AbstractContextManager[JudgeService]]


@dataclass(frozen=True, kw_only=True, slots=True)
class AccuracyJob:
    """What to judge, where the reports go and what they may say.

    Attributes:
        files: corpus files, in this order.
        out: the folder of the reports; made where it is missing.
        max_false_negatives: more than this many end the command with 1; None allows any.
        max_false_positives: the same for wrong programs that were accepted.
        previous: an earlier report to compare with.
        policy: comparison policy for every problem; None leaves it to each problem.
        only_languages: languages to take; empty takes all.
        baseline_workers: programs that the other judge runs at one time; None takes as many as the
            service has slots.
    """

    files: tuple[Path, ...]
    out: Path
    max_false_negatives: int | None = None
    max_false_positives: int | None = None
    previous: Path | None = None
    policy: str | None = None
    only_languages: frozenset[str] = frozenset()
    baseline_workers: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Ours:
    """What the service said: a result a row, and how long it took."""

    results: list[SubmissionResult]
    timing: Timing
    paired_timing: Timing


def run_accuracy(
    job: AccuracyJob,
    open_service: OpenService,
    open_baseline: Callable[[], Baseline],
    *,
    write: Callable[..., Summary] = write_reports,
    clock: Clock = time.monotonic,
) -> ExitCode:
    """Judge the files with both judges, write the reports, print the summary.

    Args:
        job: what to do.
        open_service: gives the service to judge with.
        open_baseline: gives the other judge.
        write: writes the reports; see `service.accuracy.report.write_reports`.
        clock: gives seconds.

    Returns:
        3 where this judge could not judge something, else 1 where a limit was passed or a verdict
        became wrong, else 0.

    Raises:
        CommandError: an input cannot be used; nothing was judged.
        FormatError, ServiceError: likewise.
    """
    require_report_tools()
    previous: Previous | None = None if job.previous is None else read_previous(job.previous)
    rows = read_rows(job.files, only_languages=job.only_languages)
    _make_writable(job.out)
    with sigterm_interrupts():
        baseline = open_baseline()
        with open_service() as service:
            offered = service.capabilities()
            wanted, left_out = judgeable(rows, offered)
            asked = [_asked(row) for row in wanted]
            unpaired = [baseline.why_unpaired(item) for item in asked]
            ours = _judge(service, wanted, unpaired, job, workers=offered.slots, clock=clock)
        paired = [item for item, why in zip(asked, unpaired, strict=True) if not why]
        workers = job.baseline_workers or offered.slots
        with _shown(len(paired), "submissions (baseline)", clock) as on_judged:
            run = baseline.judge(paired, workers=workers, on_judged=on_judged)
    opinions = iter(run.opinions)
    seconds = [
        SecondOpinion(opinion=None if why else next(opinions), unpaired=why) for why in unpaired
    ]
    limit_s = offered.default_limits.cpu_time_s
    benchmark = Benchmark(
        submissions=_records(wanted, ours.results, seconds, default_limit_s=limit_s),
        left_out=left_out,
        baseline=baseline.name,
        judge=_named(offered, job.policy),
        files=tuple(path.name for path in job.files),
        ours_timing=ours.timing,
        baseline_timing=run.timing,
        ours_paired_timing=ours.paired_timing,
    )
    summary = write(benchmark, job.out, previous=previous)
    sys.stdout.write(f"{summary.text}\n\nReports are in {job.out}.\n")
    return _ending(summary, job)


def _judge(
    service: JudgeService,
    rows: Sequence[CorpusRow],
    unpaired: Sequence[str],
    job: AccuracyJob,
    *,
    workers: int,
    clock: Clock,
) -> _Ours:
    """Judge what both judges judge, then the rest, so that their speeds compare."""
    options = BatchOptions(
        stop_on_first_failure=True, policy=job.policy, output_chars=MOST_CHARACTERS
    )
    order = sorted(range(len(rows)), key=lambda place: bool(unpaired[place]))
    both = sum(not why for why in unpaired)
    found: dict[int, SubmissionResult] = {}
    wait_s = BAR_EVERY_S if sys.stderr.isatty() else PLAIN_EVERY_S
    timings: list[Timing] = []
    with _shown(len(rows), "submissions", clock) as on_judged:
        for places in (order[:both], order[both:]):
            before = len(found)
            started = clock()
            judged = judge_all(
                service,
                batches((rows[place].task for place in places), options),
                on_judged=_added(before, on_judged),
                wait_s=wait_s,
            )
            results = [result for _, result in judged]
            timings.append(_timing(results, clock() - started, workers))
            found.update(zip(places, results, strict=True))
    paired, rest = timings
    return _Ours(
        results=[found[place] for place in range(len(rows))],
        timing=Timing(
            submissions=paired.submissions + rest.submissions,
            tests=(paired.tests or 0) + (rest.tests or 0),
            wall_time_s=paired.wall_time_s + rest.wall_time_s,
            workers=workers,
        ),
        paired_timing=paired,
    )


def _timing(results: Sequence[SubmissionResult], wall_time_s: float, workers: int) -> Timing:
    ran = sum(test.verdict is not Verdict.SK for result in results for test in result.tests)
    return Timing(submissions=len(results), tests=ran, wall_time_s=wall_time_s, workers=workers)


def _records(
    rows: Sequence[CorpusRow],
    results: Sequence[SubmissionResult],
    seconds: Sequence[SecondOpinion],
    *,
    default_limit_s: float,
) -> tuple[JudgedSubmission, ...]:
    return tuple(
        judged_submission(row, result, second, default_limit_s=default_limit_s)
        for row, result, second in zip(rows, results, seconds, strict=True)
    )


def _added(before: int, on_judged: Callable[[int], None]) -> Callable[[int], None]:
    return lambda done: on_judged(before + done)


def _asked(row: CorpusRow) -> Asked:
    return Asked(problem=row.task.problem, submission=row.task.submission)


def _shown(total: int, what: str, clock: Clock) -> AbstractContextManager[Callable[[int], None]]:
    return progress(total, what, bar=sys.stderr.isatty(), clock=clock)


def _named(offered: Capabilities, policy: str | None) -> str:
    name = f"microjudge {offered.version}, {offered.backend} ({offered.environment})"
    return name if policy is None else f"{name}, policy {policy}"


def _make_writable(folder: Path) -> None:
    """Make the folder and write into it once: this must not fail after hours of judging."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CommandError(f"--out {folder}: {os.strerror(error.errno or 0)}") from error


def _ending(summary: Summary, job: AccuracyJob) -> ExitCode:
    if summary.not_judged:
        return ExitCode.NOT_JUDGED
    allowed_fn, allowed_fp = job.max_false_negatives, job.max_false_positives
    missed = (
        (allowed_fn is not None and summary.false_negatives > allowed_fn)
        or (allowed_fp is not None and summary.false_positives > allowed_fp)
        or bool(summary.newly_wrong)
    )
    return ExitCode.MISSED if missed else ExitCode.OK
