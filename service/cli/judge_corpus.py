"""Judges corpus files on an open service: reads, posts, writes lines, prints the summary.

Imports rich through `terminal`. All files are read once before anything is judged, so that a bad
row ends the command at once and not after an hour.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from trainer_client.wire import Capabilities

from .exit_codes import CommandError, ExitCode
from .judging import JudgeService, judge_all
from .progress import progress
from .report import Report, json_line
from .signals import sigterm_interrupts
from .summary import print_summary
from .terminal import console
from .work import BatchOptions, Survey, batches, supported_by, survey, tasks, unsupported

BAR_EVERY_S = 1.0
PLAIN_EVERY_S = 10.0


@dataclass(frozen=True, kw_only=True, slots=True)
class CorpusJob:
    """What to judge and how.

    Attributes:
        files: corpus files, judged in this order.
        out: where the lines of results go; None is standard output.
        lines: write the lines; False writes the summary only.
        options: what every batch asks for.
        only_languages: languages to take; empty takes all.
        skip_unsupported: leave out what the service cannot judge, instead of refusing it all.
    """

    files: tuple[Path, ...]
    out: Path | None = None
    lines: bool = True
    options: BatchOptions = field(default_factory=BatchOptions)
    only_languages: frozenset[str] = frozenset()
    skip_unsupported: bool = False


def judge_corpus(
    job: CorpusJob,
    open_service: Callable[[], AbstractContextManager[JudgeService]],
    *,
    clock: Callable[[], float] = time.monotonic,
) -> ExitCode:
    """Judge the files, write the lines, print the summary; return what the command ends with.

    Raises:
        CommandError: a file is no regular file or is the output, nothing is in it, or it holds
            what the service cannot judge.
        FormatError: a row is not usable.
    """
    for path in job.files:
        if path.exists() and not path.is_file():
            raise CommandError(f"{path}: not a regular file (it is read more than once)")
        if job.out is not None and job.out.exists() and path.exists() and job.out.samefile(path):
            raise CommandError(f"--out {job.out}: this is a file to judge; writing would empty it")
    seen = survey(tasks(job.files, only_languages=job.only_languages))
    if seen.total == 0:
        raise CommandError("no submission to judge in the files")
    report = Report()
    with sigterm_interrupts(), _lines_to(job) as lines, open_service() as service:
        offered = service.capabilities()
        left_out = _left_out(seen, offered, skip=job.skip_unsupported)
        total = seen.total - left_out.total()
        wanted = filter(supported_by(offered), tasks(job.files, only_languages=job.only_languages))
        started = clock()
        bar = sys.stderr.isatty() and (lines is None or not lines.isatty())
        with progress(total, "submissions", bar=bar, clock=clock) as on_judged:
            judged = judge_all(
                service,
                batches(wanted, job.options),
                on_judged=on_judged,
                wait_s=BAR_EVERY_S if bar else PLAIN_EVERY_S,
            )
            for task, result in judged:
                if lines is not None:
                    lines.write(json_line(task, result) + "\n")
                report.add(task, result)
        elapsed_s = clock() - started
        if lines is not None:
            lines.flush()
    shown = console(stderr=job.lines and job.out is None)
    print_summary(report, elapsed_s=elapsed_s, left_out=left_out, to=shown)
    return report.exit_code()


def _left_out(seen: Survey, offered: Capabilities, *, skip: bool) -> Counter[str]:
    reasons = unsupported(seen, offered)
    if reasons and not skip:
        listed = "; ".join(f"{count} submissions: {why}" for why, count in sorted(reasons.items()))
        raise CommandError(
            f"{listed}; add --only-language NAME to choose, or --skip-unsupported to leave them out"
        )
    if reasons.total() == seen.total:
        listed = "; ".join(sorted(reasons))
        raise CommandError(f"no submission can be judged here: {listed}")
    return reasons


@contextmanager
def _lines_to(job: CorpusJob) -> Generator[TextIO | None]:
    if job.out is None:
        yield sys.stdout if job.lines else None
        return
    try:
        stream = job.out.open("w", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{job.out}: {error.strerror}") from error
    with stream:
        yield stream
