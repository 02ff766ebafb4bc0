"""What a test case gave, as text for people."""

from __future__ import annotations

import pytest

from sandbox.model import CallFacts, ExitKind, RunFacts, RunMode, Unserialisable
from sandbox.values import DictValue, SetValue
from service.judging.shown_output import shown_output

HUGE = 10**5000


def _printed(text: bytes) -> RunFacts:
    return RunFacts(exit_kind=ExitKind.EXITED, exit_code=0, stdout=text)


def _returned(value: object) -> RunFacts:
    return RunFacts(exit_kind=ExitKind.EXITED, exit_code=0, call=CallFacts(returned=value))


def test_printed_text_is_cut_in_characters_and_is_always_text() -> None:
    assert shown_output(_printed("äöü".encode()), RunMode.STDIO, 2) == "äö"
    assert shown_output(_printed(b"a\xffb"), RunMode.STDIO, 9) == "a\ufffdb"


def test_nothing_is_shown_where_nothing_was_asked_for_or_came_back() -> None:
    assert shown_output(_printed(b"1"), RunMode.STDIO, 0) is None
    assert shown_output(_printed(b"1"), RunMode.CALL, 9) is None


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ([1, "a", None, (2.5,)], "[1, 'a', None, (2.5,)]"),
        (DictValue(items=(("k", [1]), (2, SetValue(items=(3, 4))))), "{'k': [1], 2: {3, 4}}"),
        (HUGE, f"<an integer of {HUGE.bit_length()} bits>"),
        (Unserialisable("a generator"), "(a generator)"),
    ],
    ids=["list", "dict", "huge", "unserialisable"],
)
def test_a_returned_value_is_written_as_python_writes_it(value: object, shown: str) -> None:
    assert shown_output(_returned(value), RunMode.CALL, 100) == shown


def test_a_huge_value_costs_no_more_than_what_is_shown_of_it() -> None:
    deep: object = 1
    for _ in range(10_000):
        deep = [deep]
    assert shown_output(_returned([0] * 10**6), RunMode.CALL, 7) == "[0, 0, "
    assert len(shown_output(_returned(deep), RunMode.CALL, 50) or "") <= 50
