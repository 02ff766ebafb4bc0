"""Cuts corpora into batches that a service takes.

Imports the wire types and the corpus formats. Batches keep the order of the files; within a
batch, problems and submissions are named by number, so that names of corpora never clash.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from trainer_client.formats import LabelledProblem, LabelledSubmission, read
from trainer_client.wire import BatchRequest, Capabilities, Problem, Reward, Submission

#: Small enough that two batches in flight fit into any sensible body limit and queue.
MOST_SUBMISSIONS = 256
MOST_CHARACTERS = 8 * 2**20
MOST_TESTS = 100_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """One submission to judge, and the problem that it is for."""

    problem: LabelledProblem
    submission: LabelledSubmission


@dataclass(frozen=True, kw_only=True, slots=True)
class Batch:
    """What is posted at one time; `tasks` pair with `request.submissions`."""

    request: BatchRequest
    tasks: tuple[Task, ...]

    def named(self, path: str | None) -> str | None:
        """Return what the corpus calls the thing at a field's path, None where it is none."""
        where, _, rest = (path or "").partition(".")
        key = rest.partition(".")[0]
        for task, submission in zip(self.tasks, self.request.submissions, strict=True):
            if where == "problems" and key == submission.problem:
                return task.problem.id
            if where == "submissions" and key in {submission.id, submission.id.lstrip("s")}:
                return f"{task.problem.id} {task.submission.id}"
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class BatchOptions:
    """What every batch asks for besides its submissions, and how large it may be.

    Attributes:
        reward: how verdicts become numbers.
        stop_on_first_failure: skip a submission's tests after one that failed.
        policy: comparison policy for all problems; None leaves it to each problem.
        output_chars: how much of each test's output to give back, characters.
        most_submissions: submissions in one batch.
    """

    reward: Reward = Reward.BINARY
    stop_on_first_failure: bool = False
    policy: str | None = None
    output_chars: int = 0
    most_submissions: int = MOST_SUBMISSIONS


@dataclass(slots=True)
class Survey:
    """What the files hold, counted in submissions before anything is judged."""

    total: int = 0
    languages: Counter[str] = field(default_factory=Counter[str])
    unsupported: Counter[str] = field(default_factory=Counter[str])


def tasks(paths: Iterable[Path], *, only_languages: frozenset[str]) -> Iterator[Task]:
    """Yield the submissions of the files in order.

    Args:
        paths: corpus files.
        only_languages: languages to take, as the corpus writes them; empty takes all.

    Raises:
        FormatError: a file cannot be read, or a row is not usable.
    """
    for path in paths:
        for problem in read(path):
            for submission in problem.submissions:
                if not only_languages or submission.language in only_languages:
                    yield Task(problem=problem, submission=submission)


def survey(found: Iterable[Task]) -> Survey:
    """Read everything once and count it."""
    seen = Survey()
    for task in found:
        seen.total += 1
        if task.problem.unsupported is None:
            seen.languages[task.submission.language] += 1
        else:
            seen.unsupported[task.problem.unsupported] += 1
    return seen


def unsupported(seen: Survey, offered: Capabilities) -> Counter[str]:
    """Return why submissions cannot be judged by this service, with how many of each."""
    names = offered_languages(offered)
    reasons = Counter(seen.unsupported)
    for language, count in seen.languages.items():
        if language not in names:
            reasons[f"language {language!r} is not offered"] += count
    return reasons


def offered_languages(offered: Capabilities) -> frozenset[str]:
    """Return the names and aliases of the languages that the service judges."""
    return frozenset(
        name for language in offered.languages for name in (language.name, *language.aliases)
    )


def supported_by(offered: Capabilities) -> Callable[[Task], bool]:
    """Return a test for the tasks that `unsupported` does not count."""
    names = offered_languages(offered)
    return lambda task: task.problem.unsupported is None and task.submission.language in names


def batches(found: Iterable[Task], options: BatchOptions) -> Iterator[Batch]:
    """Yield the tasks in batches, in order; a batch holds a problem's tests once."""
    taken: list[Task] = []
    known = set[int]()
    characters = results = 0
    for task in found:
        more = len(task.submission.source)
        if id(task.problem) not in known:
            more += _characters(task.problem.problem)
        results += len(task.problem.problem.tests)
        full = len(taken) >= options.most_submissions or characters + more > MOST_CHARACTERS
        if taken and (full or results > MOST_TESTS):
            yield _batch(taken, options)
            taken, known, characters = [], set[int](), 0
            results = len(task.problem.problem.tests)
            more = len(task.submission.source) + _characters(task.problem.problem)
        taken.append(task)
        known.add(id(task.problem))
        characters += more
    if taken:
        yield _batch(taken, options)


def _characters(problem: Problem) -> int:
    return sum(len(test.input) + len(test.output) for test in problem.tests)


def _batch(taken: list[Task], options: BatchOptions) -> Batch:
    keys: dict[int, str] = {}
    for task in taken:
        keys.setdefault(id(task.problem), f"p{len(keys)}")
    request = BatchRequest(
        problems={keys[id(task.problem)]: task.problem.problem for task in taken},
        submissions=[
            Submission(
                id=f"s{number}",
                problem=keys[id(task.problem)],
                language=task.submission.language,
                source=task.submission.source,
            )
            for number, task in enumerate(taken)
        ],
        reward=options.reward,
        stop_on_first_failure=options.stop_on_first_failure,
        policy=options.policy,
        output_chars=options.output_chars,
    )
    return Batch(request=request, tasks=tuple(taken))
