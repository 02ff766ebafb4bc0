"""The command line `microjudge`: joins the commands and gives each ending its exit code.

Imports typer only; each command imports what it needs when it runs, so `--help` is fast. An
expected error is one line on standard error, never a traceback; a bug of ours keeps its own.
"""

from __future__ import annotations

import errno
import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec

import typer

from . import accuracy, compare, convert, demo, doctor, judge, run, score, serve
from .exit_codes import ExitCode, exit_code_of

P = ParamSpec("P")

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})

app = typer.Typer(
    name="microjudge",
    help="Judges programs written by language models: isolated runs, fair comparison, rewards.\n\n"
    "Exit codes: 0 ok, 1 a limit or expectation was missed, 2 bad input, 3 not judged.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """Run the command line and end the process with its exit code."""
    _open_closed_streams()
    app()


def ended(command: Callable[P, ExitCode]) -> Callable[P, None]:
    """Return the command as one that ends with its exit code, also for expected errors."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        raise typer.Exit(_code(functools.partial(command, *args, **kwargs)))

    return run


def _code(command: Callable[[], ExitCode]) -> ExitCode:
    try:
        return command()
    except KeyboardInterrupt:
        sys.stderr.write("microjudge: interrupted\n")
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output went away: nothing is left to say.
        _drop_output()
        return ExitCode.MISSED
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        _drop_output()
        sys.stderr.write(f"microjudge: {error}\n")
        return ExitCode.NOT_JUDGED
    except Exception as error:
        code = exit_code_of(error)
        if code is None:
            raise
        sys.stderr.write(f"microjudge: {error}\n")
        return code


def _drop_output() -> None:
    """Send what is still to be written, at exit too, where it does no harm."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_closed_streams() -> None:
    """Lead standard streams that came closed to nowhere: no other file may get their numbers."""
    nowhere = Path(os.devnull)
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")


app.command()(ended(serve.serve))
app.command()(ended(judge.judge))
app.command()(ended(compare.compare))
app.command()(ended(accuracy.accuracy))
app.command()(ended(convert.convert))
app.command()(ended(score.score))
app.command()(ended(run.run))
app.command()(ended(doctor.doctor))
app.command()(ended(demo.demo))
