"""Policy `microcoder`, returned values: the answer stands in a list of one, or has integer keys.

Imports the values of `sandbox.values`. Pure, total, linear. It accepts wrong outputs: 1 for [1, 2].
"""

from __future__ import annotations

from sandbox.model import Unserialisable
from sandbox.values import DictValue
from service.checkers.equal_value import equal_values
from service.checkers.result import NOT_APPLICABLE, CheckResult, Difference, accept, refuse
from service.checkers.value_order import is_sequence


def check_value(output: object, answer: object) -> CheckResult:
    """Return accepted where the output equals the first item of the answer.

    A dict, or a list that begins with one, stands for that one dict; its keys are read as integers
    where all of them can be, as JSON has no such keys.

    Source: APPS, eval/testing_util.py, its comparison of returned values
    (https://github.com/hendrycks/apps).
    """
    if isinstance(output, Unserialisable):
        return NOT_APPLICABLE
    wanted = _instead_of(answer)
    if not wanted:
        return NOT_APPLICABLE
    if is_sequence(output):
        output = [*output]
    try:
        if any(equal_values(output, value) or _equal_rows(output, value) for value in wanted):
            return accept("first_item")
    except RecursionError:
        return refuse(Difference(reason="nested too deeply", path=""))
    return refuse(Difference(reason="not the first item", path=""))


def _equal_rows(output: object, wanted: object) -> bool:
    """True where a list that begins with a tuple is equal once its tuples are lists."""
    if not is_sequence(output) or not output or not isinstance(output[0], tuple):
        return False
    rows = [[*row] if is_sequence(row) else row for row in output]
    return equal_values(rows, wanted)


def _instead_of(answer: object) -> list[object]:
    """Return what an output may equal instead of the answer."""
    items = [answer] if isinstance(answer, DictValue) else answer
    if not is_sequence(items) or not items:
        return []
    first = items[0]
    keyed = _with_integer_keys(first) if isinstance(first, DictValue) else None
    if keyed is not None:
        return [keyed, [keyed]]
    return [] if isinstance(answer, DictValue) else [first]


def _with_integer_keys(value: DictValue) -> DictValue | None:
    try:
        return DictValue(tuple((int(str(key)), held) for key, held in value.items))
    except ValueError:
        return None
