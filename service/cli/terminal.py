"""What commands print: tables on a console, and text of judged programs made harmless.

Imports rich. A program's output may hold escape sequences that drive a terminal, so it is shown
with them spelt out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_PLAIN_WIDTH = 120


def console(*, stderr: bool) -> Console:
    """Return a console on standard output or standard error, plain where that is no terminal."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else _PLAIN_WIDTH
    return Console(file=stream, width=width, highlight=False, markup=False, soft_wrap=True)


def spelt_out(text: str) -> str:
    r"""Return the text with control characters but newline and tab written as escapes (`\x1b`)."""
    return _CONTROL.sub(lambda match: ascii(match.group())[1:-1], text)


def one_line(text: str, *, width: int = 100) -> str:
    """Return the text's first line that is not blank, spelt out, at most `width` characters."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    shown = spelt_out(line)
    return shown if len(shown) <= width else shown[: width - 3] + "..."


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, right_from: int = 1) -> Table:
    """Return a table; columns from `right_from` on are numbers and stand to the right."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for index, name in enumerate(head):
        made.add_column(Text(name), justify="right" if index >= right_from else "left")
    for row in rows:
        made.add_row(*(Text(spelt_out(cell)) for cell in row))
    return made
