"""Rung 2: equal after normalising each line. Pure, total, linear.

Normalising drops a BOM, reads CRLF as LF, strips ASCII white space on both sides of each line and
drops blank lines at both ends. Unicode spaces are not white space.
"""

from __future__ import annotations

from service.checkers.line_walk import first_line_difference, lines_of, trimmed
from service.checkers.result import CheckResult, accept, refuse


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where the normalised lines are equal.

    Source: testlib's checker `lcmp` (https://github.com/MikeMirzayanov/testlib), which also
    disregards how lines end.
    """
    difference = first_line_difference(lines_of(trimmed(output)), lines_of(trimmed(answer)))
    return accept("lines") if difference is None else refuse(difference)
