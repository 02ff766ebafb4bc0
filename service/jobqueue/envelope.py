"""What a job and a worker's reports look like as JSON: the words between the queue and a worker.

Imports pydantic and the wire types. A job is a chunk of submissions of one problem, or one run.
A worker reports in this order: `Ready` once (or `Unavailable` and its end); then for each job
`Prepared`, any number of `Judged` or `Ran` (each position once), and `Finished`. `Beat` may come
at any time. Fields are only ever added, and unknown ones ignored, so that an API and a worker
of neighbouring versions understand each other.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from trainer_client.wire import (
    Guarantee,
    LanguageInfo,
    Reward,
    RunAnswer,
    RunRequest,
    Submission,
    SubmissionResult,
)


class _Message(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class JudgeJob(_Message):
    """A chunk of submissions of one problem.

    Attributes:
        problem_sha256: names the problem's JSON in the problem store.
        total: test cases that each result must have.
        policy: comparison policy of the batch, or None for the problem's own.
        deadline_unix_s: when the batch's time is over, or None.
    """

    kind: Literal["judge"] = "judge"
    problem_sha256: str
    total: int
    submissions: list[Submission]
    reward: Reward = Reward.BINARY
    stop_on_first_failure: bool = False
    policy: str | None = None
    max_tests: int | None = None
    deadline_unix_s: float | None = None
    extraction: Literal["default", "livecodebench"] = "default"
    output_chars: int = 0


class RunJob(_Message):
    """One program to run."""

    kind: Literal["run"] = "run"
    request: RunRequest
    deadline_unix_s: float | None = None


Job = Annotated[JudgeJob | RunJob, Field(discriminator="kind")]
JOB: TypeAdapter[JudgeJob | RunJob] = TypeAdapter(Job)


class Ready(_Message):
    """The worker has a warm slot; what it stands for."""

    kind: Literal["ready"] = "ready"
    backend: str
    environment: str
    guarantees: list[Guarantee]
    notes: list[str]
    languages: list[LanguageInfo]


class Unavailable(_Message):
    """The worker cannot open a slot; `message` says which command mends it."""

    kind: Literal["unavailable"] = "unavailable"
    message: str


class Prepared(_Message):
    """The job's problem is loaded; the first submission is being judged from here."""

    kind: Literal["prepared"] = "prepared"


class Judged(_Message):
    """The result of the submission at `position` in the job."""

    kind: Literal["judged"] = "judged"
    position: int
    result: SubmissionResult


class Ran(_Message):
    """What a run did, or `error` where it was lost through a fault of ours."""

    kind: Literal["ran"] = "ran"
    answer: RunAnswer | None
    error: str = ""


class Beat(_Message):
    """The worker is getting on with its job."""

    kind: Literal["beat"] = "beat"


class Finished(_Message):
    """The job is done; `slots_replaced` is how many slots it cost."""

    kind: Literal["finished"] = "finished"
    slots_replaced: int = 0


Report = Ready | Unavailable | Prepared | Judged | Ran | Beat | Finished
REPORT: TypeAdapter[Report] = TypeAdapter(Annotated[Report, Field(discriminator="kind")])
