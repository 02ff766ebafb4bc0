"""Reads the corpora of the benchmark, all before anything is judged, and sorts out what to judge.

Imports the corpus formats and the wire types.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from trainer_client.wire import Capabilities

from .exit_codes import CommandError
from .work import Task, supported_by, survey, tasks, unsupported

NO_LABEL = "no label"


@dataclass(frozen=True, kw_only=True, slots=True)
class CorpusRow:
    """A submission and the corpus that it stands in."""

    corpus: str
    task: Task


def read_rows(paths: Iterable[Path], *, only_languages: frozenset[str]) -> list[CorpusRow]:
    """Return every submission of the files, in order.

    Args:
        paths: corpus files.
        only_languages: languages to take, as the corpus writes them; empty takes all.

    Raises:
        CommandError: a file is no regular file, two have one name, nothing is in them, or two
            submissions go by one name.
        FormatError: a row is not usable; the message names file and line.
    """
    found: dict[str, list[CorpusRow]] = {}
    for path in paths:
        if path.exists() and not path.is_file():
            raise CommandError(f"{path}: not a regular file")
        corpus = path.stem
        if corpus in found:
            raise CommandError(f"{path}: another file is named {corpus!r}; reports go by the name")
        read = tasks([path], only_languages=only_languages)
        found[corpus] = [CorpusRow(corpus=corpus, task=task) for task in read]
    rows = [row for corpus in found.values() for row in corpus]
    _refuse_twins(rows)
    if not rows:
        raise CommandError("no submission to judge in the files")
    return rows


def _refuse_twins(rows: Iterable[CorpusRow]) -> None:
    """Reports, and the comparison with an earlier one, go by these names."""
    seen: set[tuple[str, str, str]] = set()
    for row in rows:
        name = row.corpus, row.task.problem.id, row.task.submission.id
        if name in seen:
            raise CommandError(f"two submissions are named {'/'.join(name)[:200]!r}")
        seen.add(name)


def judgeable(
    rows: Sequence[CorpusRow], offered: Capabilities
) -> tuple[list[CorpusRow], dict[str, int]]:
    """Return the rows to judge, and how many are left out for each reason.

    Args:
        rows: what the files hold.
        offered: what the service can judge.

    Raises:
        CommandError: nothing is left.
    """
    labelled = [row for row in rows if row.task.submission.expected is not None]
    left_out = unsupported(survey(row.task for row in labelled), offered)
    if len(labelled) < len(rows):
        left_out[NO_LABEL] = len(rows) - len(labelled)
    supported = supported_by(offered)
    wanted = [row for row in labelled if supported(row.task)]
    if not wanted:
        raise CommandError(f"no submission can be judged here: {'; '.join(sorted(left_out))}")
    return wanted, dict(sorted(Counter(left_out).items()))
