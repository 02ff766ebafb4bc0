"""Rung 2: equal after normalising each line. Pure, total, linear.

Normalising drops a BOM, reads CRLF as LF, strips ASCII white space on both sides of each line and
drops blank lines at both ends. Unicode spaces are not white space.
"""

from __future__ import annotations

from itertools import zip_longest

from service.checkers.line_walk import compare_lines, lines_of, trimmed
from service.checkers.result import CheckResult, accept
from service.checkers.token_rules import TokenRules


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where the normalised lines are equal.

    Source: testlib's checker `lcmp` (https://github.com/MikeMirzayanov/testlib), which also
    disregards how lines end.
    """
    given, wanted = lines_of(trimmed(output)), lines_of(trimmed(answer))
    if all(left == right for left, right in zip_longest(given, wanted)):
        return accept("lines")
    return compare_lines(output, answer, TokenRules(), own_name="lines")
