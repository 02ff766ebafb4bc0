"""What may come in: a batch is checked as a whole, before anything of it is accepted.

Imports the wire types, the settings and the problem files. Pure but for the files: no queue, no
clock. Whoever calls it does so off the event loop, as decoding tests takes time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from sandbox.model import Limits
from service.errors import BadInput
from service.limits import LimitsPolicy
from service.settings import Settings
from trainer_client.wire import BatchRequest, Problem, RunRequest, Submission

Validate = Callable[[str, Problem, str | None], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class AdmittedProblem:
    """A problem that can be judged.

    Attributes:
        problem_json: what a worker reads it from.
        total: test cases of each result.
        limits: the limits granted.
    """

    problem_json: bytes
    total: int
    limits: Limits


class Admission:
    """Checks requests against what this server allows."""

    def __init__(
        self,
        *,
        settings: Settings,
        languages: Callable[[], Collection[str]],
        validate: Validate,
    ) -> None:
        """Say what requests are checked against.

        Args:
            settings: the bounds.
            languages: returns the names that a submission's language may have.
            validate: raises BadInput where a problem (its name, itself, the batch's policy) cannot
                be judged.
        """
        self._settings = settings
        self._languages = languages
        self._validate = validate
        self._limits = LimitsPolicy.of(settings)

    def batch(self, request: BatchRequest) -> dict[str, AdmittedProblem]:
        """Return the batch's problems, ready for workers.

        Raises:
            BadInput: a field is wrong or over a bound; the caller must mend it.
        """
        count, most = len(request.submissions), self._settings.max_submissions
        if count > most:
            raise BadInput(f"{count} submissions > {most}", path="submissions")
        languages = frozenset(self._languages())
        for index, submission in enumerate(request.submissions):
            self._submission(f"submissions.{index}", submission, languages)
        admitted = {
            name: self._problem(name, problem, request)
            for name, problem in request.problems.items()
        }
        results = sum(admitted[submission.problem].total for submission in request.submissions)
        if results > self._settings.max_batch_tests:
            raise BadInput(
                f"{results} test results > {self._settings.max_batch_tests}: post fewer at a time",
                path="submissions",
            )
        characters, most = results * request.output_chars, self._settings.max_batch_output_chars
        if characters > most:
            raise BadInput(
                f"{results} test results of {request.output_chars} characters each > {most}",
                path="output_chars",
            )
        return admitted

    def run(self, request: RunRequest) -> Limits:
        """Return the limits granted to a run.

        Raises:
            BadInput: a field is wrong or over a bound; the caller must mend it.
        """
        _known_language("language", request.language, frozenset(self._languages()))
        self._size("source", request.source)
        return self._limits.grant(request.limits)

    def _submission(self, path: str, submission: Submission, languages: frozenset[str]) -> None:
        _known_language(f"{path}.language", submission.language, languages)
        for field in ("source", "completion"):
            self._size(f"{path}.{field}", getattr(submission, field) or "")

    def _size(self, path: str, text: str) -> None:
        size, most = len(text.encode("utf-8", "surrogatepass")), self._settings.max_source_bytes
        if size > most:
            raise BadInput(f"{size} > {most} bytes", path=path)

    def _problem(self, name: str, problem: Problem, request: BatchRequest) -> AdmittedProblem:
        count, most = len(problem.tests), self._settings.max_tests
        if count > most:
            raise BadInput(f"{count} tests > {most}", path=f"problems.{name}.tests")
        self._validate(name, problem, request.policy)
        return AdmittedProblem(
            problem_json=problem.model_dump_json(exclude_defaults=True).encode(),
            total=min(count, request.max_tests or count),
            limits=self._limits.grant(problem.limits),
        )


def _known_language(path: str, language: str, languages: frozenset[str]) -> None:
    if language not in languages:
        known = ", ".join(sorted(languages))
        raise BadInput(f"unknown language {language[:64]!r}; known: {known}", path=path)
