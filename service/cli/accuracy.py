"""`microjudge accuracy`: labelled corpora judged here and by LiveCodeBench's judge, and compared.

Imports typer; everything else when the command runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .exit_codes import CommandError, ExitCode
from .judge import OnlyLanguage, Policy, Url
from .options import Backend, Isolation, Slots, settings_with

if TYPE_CHECKING:
    from service.accuracy.baseline import Baseline

RECORDED = "recorded"
CHECKOUT = "lcb:"

Files = Annotated[
    list[Path], typer.Argument(metavar="CORPUS.jsonl...", help="Corpus files with labels.")
]
BaselineName = Annotated[
    str,
    typer.Option(
        "--baseline",
        metavar="recorded|lcb:PATH",
        help="LiveCodeBench's verdicts: those in the corpus, or by its code from a checkout.",
    ),
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the reports go.")]
MaxFn = Annotated[
    int | None,
    typer.Option("--max-fn", min=0, help="Exit 1 where more right programs are refused."),
]
MaxFp = Annotated[
    int | None,
    typer.Option("--max-fp", min=0, help="Exit 1 where more wrong programs are accepted."),
]
Previous = Annotated[
    Path | None,
    typer.Option("--previous", help="An earlier report.json; exit 1 for a newly wrong verdict."),
]
BaselinePython = Annotated[
    Path | None,
    typer.Option(
        "--baseline-python",
        help="Interpreter with numpy and tqdm; default: the checkout's .venv, else this one.",
    ),
]
BaselineTimeout = Annotated[
    int,
    typer.Option(
        "--baseline-timeout-s", min=1, help="Seconds that LiveCodeBench gives each test case."
    ),
]


def accuracy(
    files: Files,
    *,
    baseline: BaselineName,
    out: Out,
    max_fn: MaxFn = None,
    max_fp: MaxFp = None,
    previous: Previous = None,
    url: Url = None,
    policy: Policy = None,
    only_language: OnlyLanguage = None,
    slots: Slots = None,
    backend: Backend = None,
    isolation: Isolation = None,
    baseline_python: BaselinePython = None,
    baseline_timeout_s: BaselineTimeout = 6,
) -> ExitCode:
    """Compare verdicts with labels and LiveCodeBench's."""
    from .accuracy_run import AccuracyJob, run_accuracy  # noqa: PLC0415 - heavy
    from .open_service import embedded_service, remote_service  # noqa: PLC0415 - heavy

    job = AccuracyJob(
        files=tuple(files),
        out=out,
        max_false_negatives=max_fn,
        max_false_positives=max_fp,
        previous=previous,
        policy=policy,
        only_languages=frozenset(only_language or ()),
        baseline_workers=slots,
    )
    if url is not None and (backend is not None or (baseline == RECORDED and slots is not None)):
        raise CommandError("--backend and --slots are not for a running --url")
    settings = settings_with(slots=slots, backend=backend, isolation=isolation)
    isolated = settings.isolation != "none"

    def open_baseline() -> Baseline:
        return _baseline(
            baseline, python=baseline_python, timeout_s=baseline_timeout_s, isolated=isolated
        )

    if url is not None:
        return run_accuracy(job, lambda: remote_service(url), open_baseline)
    return run_accuracy(job, lambda: embedded_service(settings), open_baseline)


def _baseline(name: str, *, python: Path | None, timeout_s: int, isolated: bool) -> Baseline:
    if name == RECORDED:
        from service.accuracy.baseline_recorded import RecordedBaseline  # noqa: PLC0415 - heavy

        return RecordedBaseline()
    checkout = name.removeprefix(CHECKOUT)
    if checkout in {name, ""}:
        raise CommandError(f"--baseline {name}: neither {RECORDED} nor {CHECKOUT}PATH")
    from service.accuracy.livecodebench.checkout import find_checkout  # noqa: PLC0415 - heavy
    from service.accuracy.livecodebench.judge import LiveCodeBenchBaseline  # noqa: PLC0415

    return LiveCodeBenchBaseline(
        find_checkout(Path(checkout), python=python), timeout_s=timeout_s, isolated=isolated
    )
