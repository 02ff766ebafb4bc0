"""The typed encoding in its other forms: `drained` and `native`."""

from __future__ import annotations

import enum
import json
from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Any

import pytest

from sandbox.guest.typed import DRAIN_LIMIT, dumps
from sandbox.model import Unserialisable, ValueForm
from sandbox.values import NumpyValue, read_value


def _through(value: object, form: ValueForm) -> object:
    return read_value(dumps(value, form.value).encode())


def test_the_forms_of_the_guest_are_those_of_the_model() -> None:
    texts = {form: dumps(iter([1]), form.value) for form in ValueForm}
    assert texts[ValueForm.DRAINED] == "[1]"
    assert "unserialisable" in texts[ValueForm.PLAIN]
    assert "unserialisable" in texts[ValueForm.NATIVE]
    assert dumps(deque([1])) == dumps(deque([1]), ValueForm.PLAIN.value) == "[1]"


class _Watched:
    """An iterator that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        self.asked += 1
        return 0


@pytest.mark.parametrize("form", [ValueForm.PLAIN, ValueForm.NATIVE])
def test_no_iterator_is_asked_unless_drained(form: ValueForm) -> None:
    watched = _Watched()
    assert isinstance(_through([watched], form), Unserialisable)
    assert watched.asked == 0


def test_an_iterator_without_end_is_asked_once_more_than_the_limit() -> None:
    watched = _Watched()
    drained = _through({"a": [watched]}, ValueForm.DRAINED)
    assert drained == Unserialisable(f"iterators of more than {DRAIN_LIMIT} items")
    assert watched.asked == DRAIN_LIMIT + 1


def test_the_limit_is_one_for_the_whole_value() -> None:
    half = DRAIN_LIMIT // 2
    drained = _through([iter(range(half)), iter(range(half))], ValueForm.DRAINED)
    assert drained == [list(range(half))] * 2
    assert isinstance(
        _through([iter(range(half)), iter(range(half + 1))], ValueForm.DRAINED), Unserialisable
    )


class _Iterable:
    def __iter__(self) -> Iterator[int]:
        return iter([1])


def test_what_can_be_iterated_but_is_no_iterator_is_not_drained() -> None:
    assert isinstance(_through(_Iterable(), ValueForm.DRAINED), Unserialisable)


def test_an_item_is_read_before_the_next_is_asked_for() -> None:
    def growing() -> Iterator[list[int]]:
        row: list[int] = []
        for number in range(3):
            row.append(number)
            yield row

    assert _through(growing(), ValueForm.DRAINED) == [[0], [0, 1], [0, 1, 2]]


def test_an_iterator_that_gives_itself_is_a_cycle() -> None:
    def itself() -> Iterator[Any]:
        yield me

    me = itself()
    assert _through(me, ValueForm.DRAINED) == Unserialisable("it contains itself")


class Colour(enum.Enum):
    RED = 1


class Pair(tuple[int, ...], enum.Enum):
    ONE = (1, 2)


@pytest.mark.parametrize("value", [deque([1]), range(2), {1: 2}.values(), Colour.RED, [Colour.RED]])
def test_what_no_equality_takes_for_a_json_value_has_no_native_form(value: object) -> None:
    assert isinstance(_through(value, ValueForm.NATIVE), Unserialisable)
    assert not isinstance(_through(value, ValueForm.PLAIN), Unserialisable)


OF_ONE_FORM: list[object] = [
    *(None, True, 1, 10**400, 0.5, "a", [1, (2,)], {1: {2}}, b"a", OrderedDict([("a", 1)]), 1j),
]


@pytest.mark.parametrize("value", OF_ONE_FORM)
def test_every_other_value_has_the_same_form(value: object) -> None:
    assert dumps(value, ValueForm.NATIVE.value) == dumps(value)


def test_an_enum_of_tuples_is_a_tuple() -> None:
    assert _through(Pair.ONE, ValueForm.NATIVE) == (1, 2)


NUMPY: list[tuple[list[Any], NumpyValue]] = [
    (["f4", [], 0.5], NumpyValue(dtype="f4", shape=(), item=0.5)),
    (["i8", [2, 3], None], NumpyValue(dtype="i8", shape=(2, 3))),
    (["O8", [1], {"$": "tuple", "v": [1]}], NumpyValue(dtype="O8", shape=(1,), item=(1,))),
]


@pytest.mark.parametrize(("payload", "value"), NUMPY)
def test_a_numpy_value_is_read(payload: list[Any], value: NumpyValue) -> None:
    assert read_value(json.dumps({"$": "numpy", "v": payload}).encode()) == value


@pytest.mark.parametrize(
    "payload",
    [
        [],
        ["f4", []],
        [4, [], 1],
        ["f", [], 1],
        ["4f", [], 1],
        ["f4", 1, 1],
        ["f4", [-1], 1],
        ["f4", [True], 1],
        ["f4", [2**63], 1],
        ["f4", [1.0], 1],
        ["f4", [1] * 65, 1],
        ["f4", {"$": "tuple", "v": [1]}, 1],
        {"dtype": "f4"},
    ],
)
def test_a_numpy_value_written_by_hand_is_looked_at(payload: object) -> None:
    read = read_value(json.dumps({"$": "numpy", "v": payload}).encode())
    assert read == Unserialisable("not a typed value")
