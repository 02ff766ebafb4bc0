"""Policy `lcb`, returned values: Python's `==`, after a tuple at the top became a list.

Imports the values of `sandbox.values`: builtin types only, so no `==` of the program's own runs.
Pure, total, linear. It follows LiveCodeBench to the letter: no tolerance, a tuple inside is no
list.
"""

from __future__ import annotations

import math
from decimal import Decimal, InvalidOperation

from sandbox.model import Unserialisable
from sandbox.values import DictValue, NumpyValue, SetValue
from service.checkers.numpy_equal import numpy_equals
from service.checkers.result import CheckResult, Difference, accept, refuse
from service.checkers.value_order import exact_key, is_sequence


def check_value(output: object, answer: object) -> CheckResult:
    """Return accepted where Python finds the returned value equal to the answer.

    Args:
        output: what `sandbox.values.read_value` gives, best in the form `native`.
        answer: what `value_text.parse_value` gives.

    Source: LiveCodeBench at commit 28fef95, lcb_runner/evaluation/testing_util.py,
    `grade_call_based` (https://github.com/LiveCodeBench/LiveCodeBench).
    """
    if isinstance(output, Unserialisable):
        return refuse(Difference(reason=f"unserialisable: {output.reason}", path=""))
    if is_sequence(output):
        output = [*output]
    if is_sequence(answer):
        # LiveCodeBench's answers are JSON, which has no tuples; one here is a list of its own kind.
        answer = [*answer]
    try:
        if isinstance(output, NumpyValue):
            # LiveCodeBench counts a comparison of no items as passed: `np.all` of nothing is true.
            equal = numpy_equals(output, answer, equal_values) is not False
        else:
            equal = equal_values(output, answer)
    except RecursionError:
        return refuse(Difference(reason="nested too deeply", path=""))
    return accept("equal_value") if equal else refuse(Difference(reason="not equal", path=""))


def equal_values(output: object, answer: object) -> bool:
    """True where `output == answer` is true of the values that these stand for."""
    if isinstance(output, NumpyValue):
        return numpy_equals(output, answer, equal_values) is True
    if is_sequence(output):
        return (
            is_sequence(answer)
            and type(output) is type(answer)
            and len(output) == len(answer)
            and all(map(equal_values, output, answer))
        )
    if isinstance(output, DictValue):
        return isinstance(answer, DictValue) and _equal_dicts(output, answer)
    if isinstance(output, SetValue):
        return isinstance(answer, SetValue) and _keys(output) == _keys(answer)
    return _equal_scalars(output, answer)


def _equal_dicts(output: DictValue, answer: DictValue) -> bool:
    given = {exact_key(key): held for key, held in output.items}
    wanted = {exact_key(key): held for key, held in answer.items}
    return given.keys() == wanted.keys() and all(
        equal_values(given[key], held) for key, held in wanted.items()
    )


def _keys(value: SetValue) -> set[str]:
    return {exact_key(item) for item in value.items}


def _equal_scalars(output: object, answer: object) -> bool:
    if isinstance(answer, Decimal):
        # Only a number that is too large for a float is read so; JSON's readers make it infinite.
        answer = math.copysign(math.inf, answer)
    try:
        return output == answer
    except InvalidOperation:
        return False
