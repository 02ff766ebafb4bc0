"""Values that calls return, compared recursively. Pure, total; linear, n log n where unordered.

Imports the values of `sandbox.values`: builtin types only, so nothing that a program made runs
here. The answer decides the rule: None, text and integers are exact, a float has a tolerance, a
list wants a sequence, a set wants a set, a dict wants the same keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, TypedDict, Unpack

from sandbox.model import Unserialisable
from sandbox.values import DictValue, SetValue
from service.checkers.number_text import FloatTol, Tolerance
from service.checkers.numeric_value import NUMBERS, Number, NumberRules
from service.checkers.result import CheckResult, Difference, accept, refuse
from service.checkers.shown_value import show_value
from service.checkers.value_order import (
    ValueOrder,
    exact_key,
    floats_of,
    has_fraction,
    is_sequence,
    json_key,
    without_common,
)

DEFAULT_FLOAT_TOL = 1e-5
Unordered = Literal["list", "nested"]

_RULE_ORDER = (
    "numeric_exact",
    "float_tolerance",
    "bool_int",
    "sequence_type",
    "dict_keys",
    "unordered",
)


class ValueParams(TypedDict, total=False):
    """Parameters of the comparison of values.

    float_tol: allowed error of floats; 0 switches it off.
    numbers_are_float: integer answers have the tolerance too.
    strict_types: an integer is no float and no bool.
    unordered: lists have no order, the outermost alone or all of them.
    """

    float_tol: FloatTol
    numbers_are_float: bool
    strict_types: bool
    unordered: Unordered | None


def check_value(output: object, answer: object, **params: Unpack[ValueParams]) -> CheckResult:
    """Return whether a returned value is the answer.

    Args:
        output: what `sandbox.values.read_value` gives.
        answer: what `value_text.parse_value` gives.
        params: see `ValueParams`.

    Source: the judging rules of this project (docs/judging-rules.md); the tolerance of 1e-5 is the
    one that LeetCode states for float answers.
    """
    if isinstance(output, Unserialisable):
        return refuse(Difference(reason=f"unserialisable: {output.reason}", path=""))
    walk = _Walk(params, output, answer)
    try:
        difference = walk.compare(output, answer, unordered=params.get("unordered") is not None)
    except RecursionError:
        difference = Difference(reason="nested too deeply", path="")
    if difference is not None:
        return refuse(difference)
    needs = [rule for rule in _RULE_ORDER if rule in walk.needs]
    return accept("+".join(needs) or "exact")


class _Walk:
    """One comparison: where it is, and which rules were needed so far."""

    def __init__(self, params: ValueParams, output: object, answer: object) -> None:
        self.needs: set[str] = set()
        self._nested = params.get("unordered") == "nested"
        self._tolerance = Tolerance.of(params.get("float_tol", DEFAULT_FLOAT_TOL))
        self._numbers = NumberRules(
            tolerance=self._tolerance,
            numbers_are_float=params.get("numbers_are_float", False),
            strict_types=params.get("strict_types", False),
        )
        self._sides = (output, answer)
        self._order: ValueOrder | None = None
        self._path: list[str] = []

    def compare(self, output: object, answer: object, *, unordered: bool) -> Difference | None:
        if isinstance(answer, NUMBERS):
            return self._compare_numbers(output, answer)
        if is_sequence(answer):
            return self._compare_sequences(output, answer, unordered)
        if isinstance(answer, SetValue):
            return self._compare_sets(output, answer)
        if isinstance(answer, DictValue):
            return self._compare_dicts(output, answer)
        return self._compare_plain(output, answer)

    def _compare_plain(self, output: object, answer: object) -> Difference | None:
        if type(output) is not type(answer):
            return self._differ("another type", output, answer)
        return None if output == answer else self._differ("another value", output, answer)

    def _compare_numbers(self, output: object, answer: Number) -> Difference | None:
        if not isinstance(output, NUMBERS):
            return self._differ("another type", output, answer)
        need = self._numbers.match(output, answer)
        if need is None:
            return self._differ("another number", output, answer)
        if need:
            self.needs.add(need)
        return None

    def _compare_sequences(
        self, output: object, answer: Sequence[object], unordered: bool
    ) -> Difference | None:
        if isinstance(output, SetValue) and unordered:
            outputs: Sequence[object] = output.items
        elif is_sequence(output):
            outputs = output
        else:
            return self._differ("another type", output, answer)
        if type(output) is not type(answer):
            self.needs.add("sequence_type")
        if len(outputs) != len(answer):
            return self._differ(f"length {len(outputs)}, expected length {len(answer)}")
        if unordered:
            self.needs.add("unordered")
            return self._compare_any_order(outputs, answer)
        return self._compare_items(outputs, answer)

    def _compare_any_order(
        self, outputs: Sequence[object], answers: Sequence[object]
    ) -> Difference | None:
        if not self._numbers.strict_types:
            outputs, answers = self._without_exact_pairs(outputs, answers)
        if not outputs:
            return None
        order = self._value_order()
        depth = len(self._path)
        difference = self._compare_items(
            order.sort(outputs, nested=self._nested), order.sort(answers, nested=self._nested)
        )
        if difference is None:
            return None
        del self._path[depth:]
        return self._differ("in no order the same items")

    def _without_exact_pairs(
        self, outputs: Sequence[object], answers: Sequence[object]
    ) -> tuple[Sequence[object], Sequence[object]]:
        """Return what is left of both sides once equal items that need no tolerance are paired.

        An answer with a tolerance may need another partner than its equal, so it stays, unless all
        items have an equal.
        """
        given, wanted = ([exact_key(item) for item in side] for side in (outputs, answers))
        if Counter(given) == Counter(wanted):
            return [], []
        exact: list[str | None] = [
            None if self._may_have_tolerance(item) else key
            for key, item in zip(wanted, answers, strict=True)
        ]
        common = Counter(given) & Counter(key for key in exact if key is not None)
        return without_common(outputs, given, common), without_common(answers, exact, common)

    def _may_have_tolerance(self, answer: object) -> bool:
        if self._tolerance is None or isinstance(answer, str):
            return False
        if isinstance(answer, int):
            return self._numbers.numbers_are_float
        return self._numbers.numbers_are_float or has_fraction(answer)

    def _compare_items(
        self, outputs: Sequence[object], answers: Sequence[object]
    ) -> Difference | None:
        for index, (output, answer) in enumerate(zip(outputs, answers, strict=True)):
            if type(output) is type(answer) and type(answer) in {int, str} and output == answer:
                continue
            self._path.append(f"[{index}]")
            difference = self.compare(output, answer, unordered=self._nested)
            if difference is not None:
                return difference
            self._path.pop()
        return None

    def _compare_sets(self, output: object, answer: SetValue) -> Difference | None:
        if not isinstance(output, SetValue):
            return self._differ("another type", output, answer)
        outputs, answers = _distinct(output.items), _distinct(answer.items)
        if len(outputs) != len(answers):
            return self._differ(f"{len(outputs)} elements, expected {len(answers)}")
        if not self._numbers.strict_types and outputs.keys() == answers.keys():
            return None
        return self._compare_any_order([*outputs.values()], [*answers.values()])

    def _compare_dicts(self, output: object, answer: DictValue) -> Difference | None:
        if not isinstance(output, DictValue):
            return self._differ("another type", output, answer)
        outputs, answers = _by_key(output), _by_key(answer)
        if len(outputs) != len(output.items):
            return self._differ("two keys that are one key in JSON")
        if len(outputs) != len(answers):
            return self._differ(f"{len(outputs)} keys, expected {len(answers)}")
        for key, (shown, wanted) in answers.items():
            if key not in outputs:
                return self._differ(f"the key {show_value(shown)} is missing")
            given_key, given = outputs[key]
            if type(given_key) is not type(shown):
                self.needs.add("dict_keys")
            self._path.append(f"[{show_value(shown)}]")
            difference = self.compare(given, wanted, unordered=self._nested)
            if difference is not None:
                return difference
            self._path.pop()
        return None

    def _value_order(self) -> ValueOrder:
        if self._order is None:
            tolerance = self._tolerance
            self._order = ValueOrder(
                [number for side in self._sides for number in floats_of(side)],
                absolute=float(tolerance.absolute) if tolerance else 0.0,
                relative=float(tolerance.relative) if tolerance else 0.0,
            )
        return self._order

    def _differ(self, reason: str, *values: object) -> Difference:
        output, answer = (show_value(value) for value in values) if values else (None, None)
        return Difference(reason=reason, path="".join(self._path), output=output, answer=answer)


def _by_key(value: DictValue) -> dict[str, tuple[object, object]]:
    return {json_key(key): (key, held) for key, held in value.items}


def _distinct(items: tuple[object, ...]) -> dict[str, object]:
    return {exact_key(item): item for item in items}
