"""`microjudge score`: lines of results in, pass@k out.

Imports typer; everything else when the command runs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from .exit_codes import CommandError, ExitCode

Files = Annotated[
    list[Path],
    typer.Argument(metavar="RESULTS.jsonl...", help="What `microjudge judge --out` wrote."),
]
Ks = Annotated[
    list[int] | None,
    typer.Option(
        "--k", min=1, help="Report pass@k; may repeat. Default: 1, 5, 10 as far as samples go."
    ),
]
Json = Annotated[
    Path | None, typer.Option("--json", help="Write the figures to this file for machines.")
]


def score(files: Files, *, k: Ks = None, json_file: Json = None) -> ExitCode:
    """Report pass@k over results, by difficulty and platform."""
    from .score_groups import groups_of, ks_of  # noqa: PLC0415 - heavy
    from .score_lines import read_scores  # noqa: PLC0415 - heavy
    from .score_report import print_scores, scores_json  # noqa: PLC0415 - heavy
    from .terminal import console  # noqa: PLC0415 - heavy
    from .whole_file import whole_file  # noqa: PLC0415

    if json_file is not None and json_file.exists():
        for path in files:
            if path.exists() and path.samefile(json_file):
                raise CommandError(f"--json {json_file}: these are results to score")
    scores = read_scores(files)
    groups = groups_of(scores, ks_of(k or (), scores))
    if json_file is not None:
        with whole_file(json_file) as written:
            text = json.dumps(scores_json(scores, groups), indent=2, ensure_ascii=False)
            written.write(text.encode("utf-8") + b"\n")
    print_scores(scores, groups, to=console(stderr=False))
    return ExitCode.NOT_JUDGED if scores.not_judged else ExitCode.OK
