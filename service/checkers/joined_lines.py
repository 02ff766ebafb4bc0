"""Policy `microcoder`: white space around the text, or around each printed line, does not count.

Pure, total, linear.
"""

from __future__ import annotations

from service.checkers.result import CheckResult, Difference, accept, refuse
from service.checkers.text_pair import decoded


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where the stripped texts are equal.

    Source: APPS, eval/testing_util.py, its first two comparisons; MicroCoder paper
    (arXiv 2603.07777), "white-space normalisation".
    """
    given, wanted = decoded(output, answer)
    wanted = wanted.strip()
    lines = given.splitlines()
    if (
        output == answer
        or "\n".join(lines).strip() == wanted
        or "\n".join(line.strip() for line in lines).strip() == wanted
    ):
        return accept("joined_lines")
    return refuse(Difference(reason="other text"))
