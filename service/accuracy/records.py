"""What the benchmark knows of one submission: its label, and what two judges said of it.

Standard library only. Everything else in this folder makes these records or reads them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Opinion:
    """What one judge said of one submission.

    Attributes:
        accepts: whether the judge accepts it; None where it could not judge it (our IE, a child
            process that died), which is neither right nor wrong.
        verdict: the judge's own word, such as `AC`, `WA` or `refused`.
        reason: why, in one line; empty where it says nothing.
        test: 0-based index of the test case that decided; None where it does not say.
        cpu_time_s: CPU seconds of the slowest test case, where the judge measures it.
        time_limit_s: seconds that the judge gives a test case, where that is a limit of its own.
    """

    accepts: bool | None
    verdict: str
    reason: str = ""
    test: int | None = None
    cpu_time_s: float | None = None
    time_limit_s: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """What a reader needs in order to see for himself who is right; each text may be cut.

    Attributes:
        program: the source.
        input: the test case that decided, else the first one.
        answer: its answer.
        output: what the program printed or returned there under our judge; None where unknown.
    """

    program: str
    input: str
    answer: str
    output: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgedSubmission:
    """One submission, its label and both opinions.

    Attributes:
        corpus: the file's name without its ending.
        problem_id: the problem's name in the corpus.
        submission_id: the submission's name within the problem.
        language: as the corpus names it.
        mode: `stdio`, `call` or `asserts`.
        label: what the corpus says, in its own word.
        truth: whether it must be accepted, from the label.
        doubtful: why the label is not relied on (left out of every figure); None where it is.
        time_limit_s: CPU seconds that one test case may use.
        ours: what this judge says.
        baseline: what the other judge says; None where there is no verdict of it.
        unpaired: why `baseline` is None; empty where it is not.
        evidence: kept where the judges or the label disagree; else None.
        recorded: whether the verdict recorded in the corpus accepts it, where there is one.
    """

    corpus: str
    problem_id: str
    submission_id: str
    language: str
    mode: str
    label: str
    truth: bool
    doubtful: str | None
    time_limit_s: float
    ours: Opinion
    baseline: Opinion | None
    unpaired: str = ""
    evidence: Evidence | None = None
    recorded: bool | None = None

    @property
    def near_time_limit(self) -> bool:
        """True where our CPU time is within 2x of either judge's limit: machines may differ."""
        used = self.ours.cpu_time_s
        limits = [self.time_limit_s]
        if self.baseline is not None and self.baseline.time_limit_s is not None:
            limits.append(self.baseline.time_limit_s)
        return used is not None and any(limit / 2 <= used <= limit * 2 for limit in limits)


@dataclass(frozen=True, kw_only=True, slots=True)
class Timing:
    """How long one judge took for the submissions that it judged in this run.

    Attributes:
        submissions: how many it judged.
        tests: how many test cases it ran, where it says; else None.
        wall_time_s: seconds from first to last.
        workers: how many programs it ran at one time.
    """

    submissions: int
    tests: int | None
    wall_time_s: float
    workers: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Benchmark:
    """One run of the benchmark.

    Attributes:
        submissions: in the order of the files.
        left_out: how many submissions were not judged, by reason (language, checker).
        baseline: what the other judge is, e.g. `recorded` or `LiveCodeBench at 28fef95`.
        judge: what this judge is: version, backend and environment.
        files: the corpus files' names, in order.
        ours_timing: how long this judge took.
        baseline_timing: how long the other took; None for recorded verdicts.
        ours_paired_timing: how long this judge took for those that the other judged too, which is
            what its time compares with; None where that was not measured.
    """

    submissions: tuple[JudgedSubmission, ...]
    left_out: dict[str, int]
    baseline: str
    judge: str
    files: tuple[str, ...]
    ours_timing: Timing
    baseline_timing: Timing | None
    ours_paired_timing: Timing | None = None
