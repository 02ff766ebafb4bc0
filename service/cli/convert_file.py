"""Converts one published file: reads its rows, checks each as the judge will, writes the corpus.

A row that the judge would refuse is found here, by name and line, and not after hours of judging.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from service.errors import BadInput
from service.judging.problem import prepare
from trainer_client.formats import FormatError, LabelledProblem
from trainer_client.formats.published.conversion import Converted, Options, Refused, convert

from .exit_codes import CommandError
from .whole_file import whole_file


@dataclass(slots=True)
class Tally:
    """What a conversion did, counted.

    Attributes:
        problems: problems written.
        tests: their test cases.
        programs: their reference solutions.
        unjudgeable: why problems were written as ones that no comparison judges.
        testless: rows that publish no test.
        corrupt: rows that were passed over because they are not usable.
    """

    problems: int = 0
    tests: int = 0
    programs: int = 0
    unjudgeable: Counter[str] = field(default_factory=Counter[str])
    testless: int = 0
    corrupt: int = 0

    def add(self, written: Converted) -> None:
        """Count one problem that was written."""
        self.problems += 1
        self.tests += len(written.problem.problem.tests)
        self.programs += len(written.problem.submissions)
        if written.unjudgeable is not None:
            self.unjudgeable[written.unjudgeable] += 1


def convert_file(
    source: Path,
    out: Path,
    options: Options,
    *,
    on_corrupt: Callable[[str], None] | None,
) -> Tally:
    """Write a published file as a corpus; return what was done.

    Args:
        source: the published file.
        out: the corpus; it changes only when everything was converted.
        options: how to read the file.
        on_corrupt: told `FILE:LINE: why` of a row that is not usable, which is then passed over;
            None makes such a row an error.

    Raises:
        FormatError: a row or the file is not usable; whoever published it.
        CommandError: the output cannot be written, or nothing was converted.
    """
    if out.exists() and source.exists() and out.samefile(source):
        raise CommandError(f"{out}: this is the file to convert; writing would empty it")
    tally = Tally()
    with whole_file(out) as written:
        for outcome in convert(source, options):
            why = None
            if isinstance(outcome, Converted):
                why = _refusal(outcome.problem)
                if why is None:
                    written.write(outcome.line)
                    tally.add(outcome)
            elif isinstance(outcome, Refused):
                why = outcome.why
            else:
                tally.testless += 1
            if why is not None:
                error = FormatError(str(source), outcome.number, why)
                if on_corrupt is None:
                    raise error
                on_corrupt(str(error))
                tally.corrupt += 1
        if not tally.problems:
            raise CommandError(
                f"{source}: no problem in it could be converted "
                f"({tally.corrupt} corrupt row(s), {tally.testless} without tests)"
            )
    return tally


def report_lines(tally: Tally, out: Path) -> list[str]:
    """Return what to say about a conversion, a sentence a line."""
    said = [
        f"Wrote {out}: {tally.problems} problem(s), {tally.tests} test(s), "
        f"{tally.programs} reference solution(s)."
    ]
    said += [f"Not judged: {count}, {why}." for why, count in sorted(tally.unjudgeable.items())]
    if tally.testless:
        said.append(f"Left out: {tally.testless} row(s) that publish no test.")
    if tally.corrupt:
        said.append(f"Skipped: {tally.corrupt} corrupt row(s), named above.")
    return said


def _refusal(problem: LabelledProblem) -> str | None:
    try:
        prepare(problem.problem)
    except BadInput as error:
        return f"{error.path}: {error}"
    return None
