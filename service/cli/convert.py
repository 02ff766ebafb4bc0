"""`microjudge convert`: a published data set in, a corpus that `judge` and `accuracy` read out.

Imports typer; everything else when the command runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .exit_codes import CommandError, ExitCode

DEFAULT_MOST_BYTES = 2**30

FormatName = Annotated[
    str,
    typer.Argument(
        metavar="FORMAT",
        help="livecodebench, apps, taco, deepcoder, humaneval, mbpp or evalplus.",
    ),
]
In = Annotated[
    Path, typer.Argument(metavar="IN", help="The published file, JSON Lines, plain or gzip.")
]
Out = Annotated[
    Path,
    typer.Argument(
        metavar="OUT.jsonl", help="The corpus; written whole or not at all, overwritten if there."
    ),
]
SkipCorrupt = Annotated[
    bool,
    typer.Option(
        "--skip-corrupt", help="Name a row that is not usable and go on, instead of ending."
    ),
]
KeepErrata = Annotated[
    bool,
    typer.Option(
        "--keep-errata",
        help="Let LiveCodeBench's known unjudgeable problems be judged as they are.",
    ),
]
Prefix = Annotated[
    str | None,
    typer.Option("--name", help="What names of problems begin with; default: the format's name."),
]
MostBytes = Annotated[
    int,
    typer.Option(
        "--max-row-bytes", min=1, help="Longest row, and most that its packed tests unpack to."
    ),
]


def convert(
    format_name: FormatName,
    source: In,
    out: Out,
    *,
    skip_corrupt: SkipCorrupt = False,
    keep_errata: KeepErrata = False,
    name: Prefix = None,
    max_row_bytes: MostBytes = DEFAULT_MOST_BYTES,
) -> ExitCode:
    """Convert a published data set to a corpus file."""
    from trainer_client.formats.published import FORMATS  # noqa: PLC0415 - heavy
    from trainer_client.formats.published.conversion import Options  # noqa: PLC0415

    from .convert_file import convert_file, report_lines  # noqa: PLC0415 - heavy
    from .signals import sigterm_interrupts  # noqa: PLC0415
    from .terminal import console, spelt_out  # noqa: PLC0415 - heavy

    parse = FORMATS.get(format_name)
    if parse is None:
        raise CommandError(f"{format_name!r} is no format; known: {', '.join(FORMATS)}")
    options = Options(
        parse=parse,
        prefix=format_name if name is None else name,
        keep_unjudgeable=keep_errata,
        most_bytes=max_row_bytes,
    )
    said = console(stderr=True)
    with sigterm_interrupts():
        tally = convert_file(
            source,
            out,
            options,
            on_corrupt=(lambda text: said.print(spelt_out(text))) if skip_corrupt else None,
        )
    for line in report_lines(tally, out):
        console(stderr=False).print(spelt_out(line))
    return ExitCode.OK
