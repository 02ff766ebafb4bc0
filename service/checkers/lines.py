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
    output, answer = trimmed(output), trimmed(answer)
    if output == answer or _unix(output) == _unix(answer):
        # Most outputs that are not equal to the byte differ so: this costs less than reading them.
        return accept("lines")
    difference = first_line_difference(lines_of(output), lines_of(answer))
    return accept("lines") if difference is None else refuse(difference)


def _unix(text: bytes) -> bytes:
    return text.replace(b"\r\n", b"\n") if b"\r" in text else text
