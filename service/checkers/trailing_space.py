"""Policy `strict`: equal bytes but for trailing white space. Pure, total, linear.

White space at line ends and blank lines at the end do not count; CRLF is LF.
"""

from __future__ import annotations

import io
from itertools import zip_longest

from service.checkers.result import CheckResult, Difference, accept, cut_text, refuse


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where the lines are equal once trailing white space is cut.

    Source: DMOJ checker `rstripped` (https://docs.dmoj.ca/#/problem_format/checkers).
    """
    lines = (map(bytes.rstrip, io.BytesIO(text.rstrip())) for text in (output, answer))
    for number, (given, wanted) in enumerate(zip_longest(*lines), 1):
        if given != wanted:
            return refuse(
                Difference(
                    reason="other line",
                    line=number,
                    output=None if given is None else cut_text(given),
                    answer=None if wanted is None else cut_text(wanted),
                )
            )
    return accept("trailing_space")
