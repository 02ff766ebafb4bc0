"""The typed encoding: total, and deaf to what a value says about itself."""

from __future__ import annotations

import enum
import importlib
import importlib.util
import json
import sys
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from types import ModuleType
from typing import Any, NamedTuple, NoReturn

import pytest

from sandbox.guest import typed
from sandbox.guest.preludes import ListNode, TreeNode
from sandbox.model import Unserialisable
from sandbox.values import DictValue, SetValue, read_value


def through(value: object) -> object:
    """Return a value as the host reads it after the guest wrote it."""
    return read_value(typed.dumps(value).encode())


class _Lie(Exception):
    """Something asked a hostile object."""


def _lie(*_: object, **__: object) -> NoReturn:
    raise _Lie


def lying(base: type, *arguments: object) -> Any:
    """Return a value whose class is a subclass of `base` that raises whatever it is asked."""
    kept = {"__new__", "__init__", "__getattribute__", "__setattr__", "__del__", "__class__"}
    kept |= {"__init_subclass__", "__subclasshook__"}
    names = [name for name in dir(base) if name not in kept]
    return type("Lying", (base,), dict.fromkeys(names, _lie))(*arguments)


class Point(NamedTuple):
    x: int
    y: int


class Colour(enum.Enum):
    RED = ("r",)


class Level(enum.IntEnum):
    LOW = 1


class Word(enum.StrEnum):
    YES = "yes"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (-3, "-3"),
        (1.0, "1.0"),
        ("é\ud800", '"\\u00e9\\ud800"'),
        ([1, [2]], "[1, [2]]"),
        (2**1024 - 1, str(2**1024 - 1)),
        (2**1024, f'{{"$": "int", "v": "{2**1024:#x}"}}'),
        (-(2**1024), f'{{"$": "int", "v": "-{2**1024:#x}"}}'),
        ((1,), '{"$": "tuple", "v": [1]}'),
        ({1: (2,)}, '{"$": "dict", "v": [[1, {"$": "tuple", "v": [2]}]]}'),
        ({3}, '{"$": "set", "v": [3]}'),
        (frozenset([3]), '{"$": "frozenset", "v": [3]}'),
        (b"\x00\xff", '{"$": "bytes", "v": "00ff"}'),
        (bytearray(b"a"), '{"$": "bytes", "v": "61"}'),
        (Decimal("1.50"), '{"$": "Decimal", "v": "1.50"}'),
        (Fraction(-1, 3), '{"$": "Fraction", "v": [-1, 3]}'),
        (1 - 2j, '{"$": "complex", "v": [1.0, -2.0]}'),
        (range(3), "[0, 1, 2]"),
        (deque([1], maxlen=3), "[1]"),
        ({1: 2}.keys(), "[1]"),
        ({1: 2}.values(), "[2]"),
        ({1: 2}.items(), '[{"$": "tuple", "v": [1, 2]}]'),
        (Point(1, 2), '{"$": "tuple", "v": [1, 2]}'),
        (Level.LOW, "1"),
        (Word.YES, '"yes"'),
        (Colour.RED, '{"$": "tuple", "v": ["r"]}'),
        (defaultdict(int, {1: 2}), '{"$": "dict", "v": [[1, 2]]}'),
        (OrderedDict([(1, 2)]), '{"$": "dict", "v": [[1, 2]]}'),
    ],
)
def test_each_type_has_its_text(value: object, text: str) -> None:
    assert typed.dumps(value) == text


@pytest.mark.parametrize(
    ("base", "stored", "read"),
    [
        (int, 5, 5),
        (int, 2**2000, 2**2000),
        (float, 0.5, 0.5),
        (str, "abc", "abc"),
        (bytes, b"abc", b"abc"),
        (bytearray, b"abc", b"abc"),
        (list, [1, (2,)], [1, (2,)]),
        (tuple, (1, [2]), (1, [2])),
        (dict, {1: 2}, DictValue(((1, 2),))),
        (set, {1}, SetValue((1,))),
        (frozenset, {1}, SetValue((1,))),
        (deque, [1, 2], [1, 2]),
        (complex, 1 + 2j, 1 + 2j),
        (Decimal, "1.5", Decimal("1.5")),
    ],
)
def test_a_subclass_is_read_by_its_base(base: type, stored: object, read: object) -> None:
    given = through(lying(base, stored))
    assert given == read
    assert type(given) is type(read)


def test_a_fraction_that_hides_its_parts_is_read_by_its_slots() -> None:
    hidden = ("numerator", "denominator", "_numerator", "_denominator")
    liar_class: Any = type("Liar", (Fraction,), dict.fromkeys(hidden, property(_lie)))
    liar = object.__new__(liar_class)
    for name, part in (("_numerator", 1), ("_denominator", 3)):
        Fraction.__dict__[name].__set__(liar, part)
    assert through(liar) == Fraction(1, 3)


@pytest.mark.parametrize("base", [bytes, bytearray])
def test_bytes_that_give_other_bytes_are_read_as_stored(base: type) -> None:
    def lie(_: object) -> bytes:
        return b"the answer"

    liar = type("Liar", (base,), {"__bytes__": lie})
    assert through(liar(b"stored")) == b"stored"


def test_nodes_become_lists() -> None:
    assert through(ListNode(1, ListNode(2))) == [1, 2]
    tree = TreeNode(1, None, TreeNode(2, TreeNode(3)))
    assert through(tree) == [1, None, 2, 3]


def _list_in_itself() -> object:
    inside: list[object] = [1]
    inside.append(inside)
    return inside


def _dict_in_itself() -> object:
    inside: dict[str, object] = {}
    inside["a"] = [(inside,)]
    return inside


def _deque_in_itself() -> object:
    inside: deque[object] = deque()
    inside.append({1: inside})
    return inside


def _node_in_itself() -> object:
    node = ListNode(1)
    node.next = ListNode(2, node)
    return node


def _node_as_its_own_value() -> object:
    node = ListNode()
    node.val = [node]
    return node


def _enum_in_itself() -> object:
    loop: Any = enum.Enum("loop", "A")
    loop.A._value_ = loop.A
    return loop.A


@pytest.mark.parametrize(
    "make",
    [
        _list_in_itself,
        _dict_in_itself,
        _deque_in_itself,
        _node_in_itself,
        _node_as_its_own_value,
        _enum_in_itself,
    ],
)
def test_a_cycle_is_named(make: Callable[[], object]) -> None:
    given = through(make())
    assert isinstance(given, Unserialisable)
    assert "itself" in given.reason or "cycle" in given.reason


def test_a_tree_that_is_a_cycle_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typed, "_LINKED_LIMIT", 1000)
    root = TreeNode(1)
    root.left = root
    assert through(root) == Unserialisable("a tree with a cycle")


def test_what_is_shared_is_no_cycle() -> None:
    row = [0]
    assert through([row, row, (row, row)]) == [[0], [0], ([0], [0])]


def _in_dict(value: object) -> dict[int, object]:
    return {1: value}


def _in_tuple(value: object) -> tuple[object]:
    return (value,)


def _in_list(value: object) -> list[object]:
    return [value]


def _in_deque(value: object) -> deque[object]:
    return deque([value])


@pytest.mark.parametrize("wrap", [_in_dict, _in_tuple, _in_list, _in_deque])
def test_what_is_100000_deep_is_named(wrap: Callable[[object], object]) -> None:
    value: object = 1
    for _ in range(100_000):
        value = wrap(value)
    assert through(value) == Unserialisable("nested too deeply")


_DUNDERS = [
    *("__getattribute__", "__repr__", "__str__", "__hash__", "__eq__", "__iter__", "__len__"),
    *("__bool__", "__int__", "__float__", "__index__", "__bytes__", "__reduce__", "__dir__"),
    *("__reduce_ex__", "__format__", "__getitem__", "__contains__", "__call__", "__enter__"),
]
_Raises = type("Raises", (), dict.fromkeys(_DUNDERS, _lie))
_hidden = {"__module__": property(_lie), "__name__": property(_lie)}
_NamelessType = type("NamelessType", (type,), {**_hidden, "__hash__": _lie, "__eq__": _lie})
_Nameless = _NamelessType("Nameless", (), {})
_NamelessError: Any = _NamelessType("NamelessError", (Exception,), {})


def _raise_the_nameless(_: object) -> NoReturn:
    raise _NamelessError


_RaisesTheNameless = type("Raises", (), {"__class__": property(_raise_the_nameless)})


def _numbers() -> Iterator[int]:
    yield 1


# Made in the test: what collects tests asks values for their names.
WITHOUT_ENCODING: dict[str, Callable[[], object]] = {
    "generator": _numbers,
    "generator expression": lambda: (x for x in [1]),
    "iterator": lambda: iter([1]),
    "object": object,
    "built-in function": lambda: len,
    "function": lambda: _numbers,
    "class": lambda: int,
    "module": lambda: sys,
    "memoryview": lambda: memoryview(b"a"),
    "slice": lambda: slice(1),
    "ellipsis": lambda: Ellipsis,
    "raises in everything": _Raises,
    "a class without a name": _Nameless,
    "raises an error without a name": _RaisesTheNameless,
    "says it is of numpy": type("numpy", (), {"__module__": "numpy"}),
    "is of no module": type("Odd", (), {"__module__": 5}),
    "a node without a value": type("ListNode", (), {}),
    "a node whose value raises": type("ListNode", (), {"val": property(_lie), "next": None}),
    "a tree whose child raises": type("TreeNode", (), {"val": 1, "left": property(_lie)}),
    "a long name": type("A" * 10_000, (), {}),
    "a fraction without parts": lambda: object.__new__(Fraction),
}


@pytest.mark.parametrize("kind", WITHOUT_ENCODING)
def test_what_has_no_encoding_is_unserialisable(kind: str) -> None:
    value = WITHOUT_ENCODING[kind]()
    for held in (value, [value], (1, [value]), {1: value}):
        given = through(held)
        assert isinstance(given, Unserialisable)
        assert 0 < len(given.reason) <= 200


def test_a_linked_list_without_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typed, "_LINKED_LIMIT", 1000)

    def another(_: object) -> object:
        return endless()

    endless = type("ListNode", (), {"val": 1, "next": property(another)})
    assert isinstance(through(endless()), Unserialisable)


class _Array:
    """What the encoder asks of `numpy.ndarray` and of `numpy.generic`."""

    def __init__(self, value: object) -> None:
        self.value = value

    def item(self) -> object:
        return self.value

    tolist = item


@pytest.fixture
def numpy(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return numpy, or a stand-in with the two classes that the encoder asks for."""
    if importlib.util.find_spec("numpy") is not None:
        return importlib.import_module("numpy")
    stand_in: Any = ModuleType("numpy")
    stand_in.generic = stand_in.int64 = type("int64", (_Array,), {"__module__": "numpy"})
    stand_in.ndarray = stand_in.array = type("ndarray", (_Array,), {"__module__": "numpy"})
    monkeypatch.setitem(sys.modules, "numpy", stand_in)
    return stand_in


def test_numpy_values_are_plain_values(numpy: Any) -> None:
    assert through(numpy.array([[1, 2], [3, 4]])) == [[1, 2], [3, 4]]
    assert through((numpy.int64(7), [numpy.array([1.5])])) == (7, [[1.5]])
    assert type(through(numpy.int64(7))) is int


def test_an_array_is_read_by_its_base(numpy: Any) -> None:
    liar = type("Liar", (numpy.ndarray,), {"tolist": _lie, "__module__": "numpy"})
    array = numpy.array([1, 2])
    lying_array = array.view(liar) if hasattr(array, "view") else liar([1, 2])
    assert through(lying_array) == [1, 2]


@pytest.mark.parametrize(
    "value",
    [
        [None, True, 5, -0.5, "a", 10**400],
        (1, (2, [3])),
        {(1, "a"): [2], None: {3}},
        frozenset([1, (2,)]),
        b"\x00",
        Decimal("-0.10"),
        Fraction(10**400, 7),
        -1.5 + 2j,
    ],
)
def test_the_guest_reads_what_the_host_wrote(value: object) -> None:
    read = typed.loads(typed.dumps(value))
    assert read == value
    assert type(read) is type(value)


def test_the_text_is_ascii_json() -> None:
    text = typed.dumps(["\U0001f600", float("nan"), float("-inf")])
    assert text.isascii()
    assert json.loads(text)[0] == "\U0001f600"
