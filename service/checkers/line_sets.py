"""Policy `microcoder`: each line a set of words, the text a set of such lines.

Pure, total, n log n. It accepts wrong outputs: another order of lines or words, and any repeat.
"""

from __future__ import annotations

from service.checkers.result import CheckResult, Difference, accept, refuse
from service.checkers.word_sets import word_sets


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where both texts have the same lines as sets of words, in any order.

    Source: APPS, eval/testing_util.py, its comparison of sets; MicroCoder paper
    (arXiv 2603.07777), "set comparison".
    """
    if output == answer:
        return accept("line_sets")
    printed, wanted = word_sets(output, answer)
    if printed == wanted:
        return accept("line_sets")
    return refuse(Difference(reason="not the same words on any line"))
