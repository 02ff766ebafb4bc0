"""Policy `microcoder`: the answer split at its line ends, empty lines on both sides left out.

Pure, total, linear. It accepts an output that lost a blank line on which the answer depends.
"""

from __future__ import annotations

from service.checkers.apps_lines import AppsLines
from service.checkers.result import CheckResult, Difference, accept, refuse


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where the lines that are not empty are equal.

    Source: APPS, eval/testing_util.py, its comparisons after splitting the answer; MicroCoder paper
    (arXiv 2603.07777), "multi-line splitting".
    """
    lines = AppsLines.of(output, answer)
    if output == answer or lines.wanted in (lines.printed, lines.printed_and_filled()):
        return accept("filled_lines")
    return refuse(Difference(reason="other lines"))
