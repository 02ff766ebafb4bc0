"""`microjudge judge`: a labelled corpus in, a line a submission and a comparison with labels out.

Imports typer; everything else when the command runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .exit_codes import CommandError, ExitCode
from .options import Backend, Isolation, RewardName, Slots, settings_with

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE.jsonl...", help="Corpus or harness files.")
]
Url = Annotated[
    str | None,
    typer.Option("--url", help="Judge through a running service instead of one inside this."),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", help="Where the lines of results go; default: standard output."),
]
Policy = Annotated[
    str | None, typer.Option("--policy", help="Comparison policy for every problem.")
]
StopFirst = Annotated[
    bool,
    typer.Option(
        "--stop-on-first-failure", help="Skip a submission's tests after one that failed."
    ),
]
RewardKind = Annotated[
    RewardName, typer.Option("--reward", help="All or nothing, or the share of tests passed.")
]
OnlyLanguage = Annotated[
    list[str] | None,
    typer.Option("--only-language", help="Judge submissions in this language only; may repeat."),
]
SkipUnsupported = Annotated[
    bool,
    typer.Option(
        "--skip-unsupported", help="Leave out, and count, what this service cannot judge."
    ),
]


def judge(
    files: Files,
    *,
    url: Url = None,
    out: Out = None,
    slots: Slots = None,
    backend: Backend = None,
    isolation: Isolation = None,
    policy: Policy = None,
    stop_on_first_failure: StopFirst = False,
    reward: RewardKind = RewardName.BINARY,
    only_language: OnlyLanguage = None,
    skip_unsupported: SkipUnsupported = False,
) -> ExitCode:
    """Judge corpus files and compare with labels."""
    from trainer_client.wire import Reward  # noqa: PLC0415 - heavy

    from .judge_corpus import CorpusJob, judge_corpus  # noqa: PLC0415 - heavy
    from .open_service import embedded_service, remote_service  # noqa: PLC0415 - heavy
    from .work import BatchOptions  # noqa: PLC0415 - heavy

    job = CorpusJob(
        files=tuple(files),
        out=out,
        options=BatchOptions(
            reward=Reward(reward.value),
            stop_on_first_failure=stop_on_first_failure,
            policy=policy,
        ),
        only_languages=frozenset(only_language or ()),
        skip_unsupported=skip_unsupported,
    )
    if url is not None:
        if (slots, backend, isolation) != (None, None, None):
            raise CommandError("--slots, --backend and --isolation are not for a running --url")
        return judge_corpus(job, lambda: remote_service(url))
    settings = settings_with(slots=slots, backend=backend, isolation=isolation)
    return judge_corpus(job, lambda: embedded_service(settings))
