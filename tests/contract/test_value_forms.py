"""What a call gives back in each form: iterators run to their end, or types kept apart."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.guest.typed import DRAIN_LIMIT
from sandbox.model import Case, ExitKind, Limits, Prelude, Program, RunFacts, RunMode, ValueForm
from sandbox.model import Unserialisable as Reason
from sandbox.values import DictValue

from .conftest import QUICK, Bench


def _call(
    bench: Bench, source: str, form: ValueForm, *, limits: Limits = QUICK, argument: Any = None
) -> RunFacts:
    program = Program(
        source=source.encode(),
        mode=RunMode.CALL,
        fn_name="f",
        prelude=Prelude.LEETCODE,
        value_form=form,
    )
    return bench.judge(program, [Case(arguments=(argument,))], limits).cases[0]


def _returned(bench: Bench, expression: str, form: ValueForm) -> object:
    facts = _call(bench, f"def f(_): return {expression}", form)
    assert facts.call is not None, facts
    return facts.call.returned


@pytest.mark.parametrize(
    ("expression", "items"),
    [
        ("(x * x for x in range(3))", [0, 1, 4]),
        ("map(str, [1, 2])", ["1", "2"]),
        ("zip([1], 'a')", [(1, "a")]),
        ("filter(None, [0, 1])", [1]),
        ("itertools.chain([1], (2,))", [1, 2]),
        ("iter({1: 2})", [1]),
        ("iter([])", []),
        ("[iter([1]), (iter([2]), 3)]", [[1], ([2], 3)]),
        ("{'a': map(iter, [[1], [2]])}", DictValue((("a", [[1], [2]]),))),
        ("((k, g) for k, g in itertools.groupby([1, 1, 2]))", [(1, [1, 1]), (2, [2])]),
        (f"iter(range({DRAIN_LIMIT}))", list(range(DRAIN_LIMIT))),
    ],
)
def test_an_iterator_is_drained_where_asked(
    bench: Bench, expression: str, items: list[object]
) -> None:
    assert _returned(bench, expression, ValueForm.DRAINED) == items
    plain = _returned(bench, expression, ValueForm.PLAIN)
    assert isinstance(plain, Reason)


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("itertools.count()", f"more than {DRAIN_LIMIT} items"),
        (f"[iter(range({DRAIN_LIMIT})), iter([1])]", f"more than {DRAIN_LIMIT} items"),
        ("(1 // x for x in (1, 0))", "ZeroDivisionError"),
        ("(sys.exit(0) for x in [1])", "SystemExit"),
        ("[(object() for x in [1])]", "object"),
        ("(lambda it: itertools.chain([it], it))(iter([1, object()]))", "object"),
    ],
)
def test_an_iterator_that_cannot_be_drained_says_why(
    bench: Bench, expression: str, reason: str
) -> None:
    returned = _returned(bench, expression, ValueForm.DRAINED)
    assert isinstance(returned, Reason)
    assert reason in returned.reason


def test_iterators_inside_iterators_without_end_end(bench: Bench) -> None:
    source = "def deeper(): yield deeper()\ndef f(_): return deeper()"
    facts = _call(bench, source, ValueForm.DRAINED)
    assert facts.call is not None
    assert isinstance(facts.call.returned, Reason)


def test_an_iterator_runs_under_the_limits_of_its_program(bench: Bench) -> None:
    source = "def endless():\n    while True: pass\n    yield\ndef f(_): return endless()"
    limits = Limits(cpu_time_s=0.3, wall_time_s=3)
    facts = _call(bench, source, ValueForm.DRAINED, limits=limits)
    assert facts.exit_kind is ExitKind.CPU_LIMIT
    assert facts.call is None


def test_an_argument_changed_in_place_is_drained_too(bench: Bench) -> None:
    source = "def f(a): a[0] = iter([1, 2])"
    facts = _call(bench, source, ValueForm.DRAINED, argument=[0])
    assert facts.call is not None
    assert facts.call.first_argument == [[1, 2]]


@pytest.mark.parametrize("expression", ["deque([1])", "range(2)", "{1: 2}.keys()", "[deque()]"])
def test_what_equals_no_list_is_none_in_the_native_form(bench: Bench, expression: str) -> None:
    assert isinstance(_returned(bench, expression, ValueForm.NATIVE), Reason)
    assert isinstance(_returned(bench, expression, ValueForm.PLAIN), list)
