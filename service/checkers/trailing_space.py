"""Policy `strict`: equal bytes but for trailing white space. Pure, total, linear.

White space at line ends and blank lines at the end do not count; CRLF is LF.
"""

from __future__ import annotations

import io

from service.checkers.line_walk import first_line_difference
from service.checkers.result import CheckResult, accept, refuse


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where the lines are equal once trailing white space is cut.

    Source: DMOJ checker `rstripped` (https://docs.dmoj.ca/#/problem_format/checkers).
    """
    outputs, answers = (map(bytes.rstrip, io.BytesIO(text.rstrip())) for text in (output, answer))
    difference = first_line_difference(outputs, answers)
    return accept("trailing_space") if difference is None else refuse(difference)
