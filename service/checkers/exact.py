"""Rung 1: equal bytes. Pure, total, linear.

Source: DMOJ's `identical` and every judge's first look.
"""

from __future__ import annotations

from service.checkers.result import CheckResult, Difference, accept, refuse


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where the bytes are equal.

    Source: DMOJ checker `identical` (https://docs.dmoj.ca/#/problem_format/checkers).
    """
    if output == answer:
        return accept("exact")
    return refuse(Difference(reason="the bytes differ"))
