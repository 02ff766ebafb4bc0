"""The types that cross the network: what a client posts and what the service answers.

Needs pydantic and nothing else of ours, so a training environment can install it alone. Requests
are strict (unknown fields and wrong types are refused with the field's path); answers may gain
fields within `/v1`. Units end names: `_s` seconds, `_bytes` bytes.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Identifier = Annotated[str, Field(min_length=1, max_length=512)]


class Verdict(StrEnum):
    """What a submission, or one test case of it, was judged to be."""

    AC = "AC"
    WA = "WA"
    TLE = "TLE"
    MLE = "MLE"
    OLE = "OLE"
    RE = "RE"
    CE = "CE"
    SK = "SK"
    NC = "NC"
    IE = "IE"


class Mode(StrEnum):
    """How test cases drive a program."""

    STDIO = "stdio"
    CALL = "call"
    ASSERTS = "asserts"


class Reward(StrEnum):
    """How a verdict becomes a number: all or nothing, or the share of tests passed."""

    BINARY = "binary"
    FRACTION = "fraction"


class BatchState(StrEnum):
    """Where a batch is: every batch ends as DONE, and then has one result a submission."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class LimitsSpec(_Request):
    """Limits asked for one test case; what is missing takes the server's default.

    The server clamps each to its own maximum; what it granted stands in the result.
    """

    cpu_time_s: float | None = Field(default=None, gt=0, le=3600)
    wall_time_s: float | None = Field(default=None, gt=0, le=36000)
    memory_bytes: int | None = Field(default=None, ge=16 * 2**20, le=2**40)
    output_bytes: int | None = Field(default=None, ge=1, le=2**31)
    pids: int | None = Field(default=None, ge=1, le=4096)


class FloatTolerance(_Request):
    """Allowed error of a float: accepted if within `abs` or within `rel` times the answer."""

    abs: float | None = Field(default=None, ge=0)
    rel: float | None = Field(default=None, ge=0)


class Hints(_Request):
    """What the setter says about a problem's answers; each widens or tightens the comparison."""

    float_tol: Annotated[float, Field(ge=0)] | FloatTolerance | None = None
    numbers_are_float: bool = False
    unordered: Literal["lines", "tokens", "list", "nested"] | None = None
    ignore_case: bool | None = None
    exact_whitespace: bool = False
    output_type: Literal["string"] | None = None
    strict_types: bool = False
    alternatives: list[str] = Field(default_factory=list)
    profile: Literal["lenient"] | None = None


class CheckerSpec(_Request):
    """How the outputs of a problem are compared with its answers."""

    kind: Literal["default", "float"] = "default"
    policy: str | None = None
    hints: Hints = Field(default_factory=Hints)
    flags: str = Field(
        default="", description="Kattis validator flags, e.g. 'float_tolerance 1e-6'"
    )


class TestCase(_Request):
    """One test case.

    `stdio`: `input` is standard input, `output` the answer. `call`: `input` holds one argument a
    line, each a Python literal or a JSON value; `output` is the answer as one such value.
    `asserts`: `input` is test code that runs after the program; `output` is empty.
    """

    __test__ = False

    input: str
    output: str = ""


class Problem(_Request):
    """A problem's tests and how to judge them."""

    mode: Mode = Field(strict=False)
    tests: list[TestCase] = Field(min_length=1)
    fn_name: str | None = Field(default=None, min_length=1, max_length=256)
    inplace: bool = False
    prelude: Literal["none", "leetcode", "livecodebench"] | None = Field(
        default=None,
        description="names put into the program's globals; call: leetcode, else none",
    )
    limits: LimitsSpec = Field(default_factory=LimitsSpec)
    checker: CheckerSpec = Field(default_factory=CheckerSpec)
    difficulty: str | None = Field(
        default=None, max_length=64, description="copied into results, for `microjudge score`"
    )
    platform: str | None = Field(default=None, max_length=64, description="copied into results")

    @model_validator(mode="after")
    def _call_needs_a_function(self) -> Problem:
        if self.mode is Mode.CALL and not self.fn_name:
            raise ValueError("fn_name is needed when mode is call")
        return self


class Submission(_Request):
    """One program to judge: `source`, or `completion`, a model's raw answer that holds it."""

    id: Identifier
    problem: Identifier
    language: str = "python"
    source: str | None = None
    completion: str | None = None

    @model_validator(mode="after")
    def _exactly_one_text(self) -> Submission:
        if (self.source is None) == (self.completion is None):
            raise ValueError("exactly one of source and completion is needed")
        return self


class BatchRequest(_Request):
    """What a client posts: problems by name, and submissions that point at them."""

    problems: dict[Identifier, Problem] = Field(min_length=1)
    submissions: list[Submission] = Field(min_length=1)
    reward: Reward = Field(default=Reward.BINARY, strict=False)
    stop_on_first_failure: bool = False
    policy: str | None = Field(default=None, description="comparison policy for all problems")
    deadline_s: float | None = Field(default=None, gt=0, le=86400)
    max_tests: int | None = Field(default=None, ge=1)
    extraction: Literal["default", "livecodebench"] = Field(
        default="default", description="by whose rules code is taken out of completions"
    )
    output_chars: int = Field(
        default=0, ge=0, le=65536, description="how much of each test's output to give back"
    )

    @model_validator(mode="after")
    def _ids_are_sound(self) -> BatchRequest:
        seen: set[str] = set()
        for index, submission in enumerate(self.submissions):
            if submission.problem not in self.problems:
                raise ValueError(
                    f"submissions.{index}.problem: {submission.problem!r} is not in problems"
                )
            if submission.id in seen:
                raise ValueError(f"submissions.{index}.id: {submission.id!r} is not unique")
            seen.add(submission.id)
        return self


class TestResult(_Answer):
    """What one test case showed; `match_rule` names the comparison method that accepted.

    `output` is what was printed, or the returned value as text, cut to the batch's `output_chars`;
    null where none was asked for.
    """

    __test__ = False

    verdict: Verdict
    match_rule: str | None = None
    cpu_time_s: float = 0.0
    wall_time_s: float = 0.0
    memory_bytes: int = 0
    message: str = ""
    output: str | None = None


class GrantedLimits(_Answer):
    """The limits that a submission ran under."""

    cpu_time_s: float
    wall_time_s: float
    memory_bytes: int
    output_bytes: int
    pids: int


class Extraction(_Answer):
    """What was taken out of a completion: by which rule, and where (character offsets)."""

    rule: str
    start: int
    end: int


class SubmissionResult(_Answer):
    """The one result of one submission. `len(tests) == total` always; IE has reward null."""

    id: str
    verdict: Verdict
    reward: float | None
    passed: int
    total: int
    tests: list[TestResult]
    compiler_output: str = ""
    error: str | None = None
    limits: GrantedLimits | None = None
    extraction: Extraction | None = None
    backend: str | None = None
    environment: str | None = None
    difficulty: str | None = None
    platform: str | None = None


class BatchCounts(_Answer):
    """How many submissions a batch has, and how many are judged."""

    total: int
    done: int
    verdicts: dict[Verdict, int]


class BatchStatus(_Answer):
    """A batch as it stands: results so far, in the order in which submissions were posted."""

    batch_id: str
    state: BatchState
    counts: BatchCounts
    results: list[SubmissionResult]


class ErrorBody(_Answer):
    """What every error answer holds; `path` names the field where the caller's input is wrong."""

    code: str
    message: str
    request_id: str
    path: str | None = None


class BatchAccepted(_Answer):
    """What an accepted batch gets at once: the id to ask for it by."""

    batch_id: str


class RunRequest(_Request):
    """One program to run without comparing anything: the facts come back."""

    language: str = "python"
    source: str
    stdin: str = ""
    limits: LimitsSpec = Field(default_factory=LimitsSpec)


class RunAnswer(_Answer):
    """What one run of a program did.

    `exit_kind` is one of `compile_error`, `invalid`, `exited`, `signaled`, `cpu_limit`,
    `wall_limit`, `memory_limit`, `output_limit`. Output bytes that are not UTF-8 are replaced, and
    long output is cut at its end (standard error at its start), which `*_truncated` says.
    """

    exit_kind: str
    exit_code: int | None = None
    signal: int | None = None
    cpu_time_s: float = 0.0
    wall_time_s: float = 0.0
    memory_bytes: int = 0
    stdout: str = ""
    stdout_truncated: bool = False
    stderr: str = ""
    stderr_truncated: bool = False
    compiler_output: str = ""
    limits: GrantedLimits | None = None
    backend: str | None = None
    environment: str | None = None


class LanguageInfo(_Answer):
    """A language that programs may be in: its wire name and the other names it goes by."""

    name: str
    aliases: list[str] = Field(default_factory=list)


class Languages(_Answer):
    """The languages that this service judges."""

    languages: list[LanguageInfo]


class Guarantee(_Answer):
    """One thing that the isolation enforces, on or off on this machine."""

    name: str
    on: bool


class Capabilities(_Answer):
    """What this service can do and what its isolation guarantees."""

    version: str
    backend: str
    environment: str
    isolation: Literal["required", "none"]
    guarantees: list[Guarantee]
    notes: list[str]
    languages: list[LanguageInfo]
    slots: int
    default_limits: GrantedLimits
    max_limits: GrantedLimits
    max_body_bytes: int
    max_submissions: int
    max_tests: int
    max_source_bytes: int


class Health(_Answer):
    """Whether the service can judge now; `warning` is set where programs are not isolated."""

    status: Literal["ok", "starting", "stopping", "no_worker"]
    backend: str | None
    isolation: Literal["required", "none"]
    slots: int
    live_slots: int
    warning: str | None = None
