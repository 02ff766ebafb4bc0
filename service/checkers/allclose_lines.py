"""Policy `microcoder`: one number a line, near to the answer's as `np.allclose` has it.

Pure, total, linear. It accepts wrong integers: 1000001 is close to 1000000.
"""

from __future__ import annotations

import math

from service.checkers.apps_lines import AppsLines
from service.checkers.result import NOT_APPLICABLE, CheckResult, Difference, accept, refuse

RELATIVE = 1e-5
ABSOLUTE = 1e-8


def check(output: bytes, answer: bytes) -> CheckResult:
    """Return accepted where all lines are numbers, as many, each close to its answer.

    Source: APPS, eval/testing_util.py; MicroCoder paper (arXiv 2603.07777), "np.allclose"; numpy's
    definition of close, https://numpy.org/doc/stable/reference/generated/numpy.isclose.html.
    """
    lines = AppsLines.of(output, answer)
    wanted = _numbers(lines.wanted)
    if wanted is None or not all(number == number for number in wanted):  # noqa: PLR0124 - NaN
        return NOT_APPLICABLE
    given = _numbers(lines.printed_and_filled())
    if given is None:
        return refuse(Difference(reason="a line that is no number"))
    if len(given) != len(wanted):
        return refuse(Difference(reason=f"{len(given)} numbers, expected {len(wanted)}"))
    if all(_is_close(output, answer) for output, answer in zip(given, wanted, strict=True)):
        return accept("allclose_lines")
    return refuse(Difference(reason="a number that is not close"))


def _numbers(lines: list[str]) -> list[float] | None:
    try:
        return [float(line) for line in lines]
    except ValueError:
        return None


def _is_close(output: float, answer: float) -> bool:
    """True where |output - answer| <= atol + rtol * |answer|, or both are the same infinity."""
    if output == answer:
        return True
    if not math.isfinite(answer):
        return False
    return abs(output - answer) <= ABSOLUTE + RELATIVE * abs(answer)
