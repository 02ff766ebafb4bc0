"""Reading typed values on the host: hostile bytes give a value of the known types, or none."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sandbox.guest import typed
from sandbox.guest.typed import PAYLOAD, TAG
from sandbox.model import Unserialisable
from sandbox.values import MAX_FRACTION_BITS, DictValue, SetValue, read_value

PLAIN = (type(None), bool, int, float, str, bytes, complex, Decimal, Fraction)
MALFORMED = Unserialisable("not a typed value")


def tagged(tag: object, payload: object) -> dict[str, object]:
    return {TAG: tag, PAYLOAD: payload}


def read(node: object) -> object:
    return read_value(json.dumps(node).encode())


def parts_of(value: object) -> Sequence[object] | None:
    """Return what a container of the host holds, None for what is no container."""
    if type(value) in (list, tuple):
        return cast("Sequence[object]", value)
    return value.items if isinstance(value, (SetValue, DictValue)) else None


def is_known(value: object) -> bool:
    """Return whether a value is built of the types that the host knows, and of nothing else."""
    parts = parts_of(value)
    if parts is None:
        return type(value) in PLAIN
    if isinstance(value, DictValue) and any(len(pair) != 2 for pair in value.items):
        return False
    return all(map(is_known, parts))


def same(left: object, right: object) -> bool:
    """Return whether two values are equal, type by type; NaN is NaN and -0.0 is not 0.0."""
    lefts, rights = parts_of(left), parts_of(right)
    if type(left) is not type(right):
        return False
    if lefts is None or rights is None:
        return repr(left) == repr(right)
    return len(lefts) == len(rights) and all(map(same, lefts, rights))


def as_read(value: object) -> object:
    """Return what the host should read where the guest returned a value of Python's."""
    if isinstance(value, dict):
        pairs = cast("Mapping[Any, Any]", value).items()
        return DictValue(tuple((as_read(key), as_read(held)) for key, held in pairs))
    if not isinstance(value, (list, tuple, set, frozenset)):
        return value
    items = [as_read(item) for item in cast("Iterable[Any]", value)]
    if isinstance(value, list):
        return items
    return tuple(items) if isinstance(value, tuple) else SetValue(tuple(items))


HASHABLE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=2**1024 - 2, max_value=2**1024 + 2)
    | st.floats()
    | st.text(st.characters())
    | st.binary()
    | st.complex_numbers()
    | st.decimals(allow_nan=False)
    | st.just(Decimal("NaN"))
    | st.fractions(),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3),
    max_leaves=8,
)
VALUES = st.recursive(
    HASHABLE | st.sets(HASHABLE, max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(HASHABLE, inner, max_size=3),
    max_leaves=12,
)


@given(VALUES)
@example("\ud800")
@example(float("nan"))
@example(-0.0)
@example(complex(-0.0, float("nan")))
@example(Decimal("sNaN12"))
@example(Decimal("-Infinity"))
@example(Decimal("1E+999999"))
@example(-(2**1024))
@example({(): {frozenset({1, (2,)})}, "": {}})
def test_what_the_guest_wrote_is_what_the_host_reads(value: object) -> None:
    given_value = read_value(typed.dumps(value).encode())
    assert same(given_value, as_read(value))
    assert is_known(given_value)


TAGS = st.sampled_from(
    [
        *("int", "bytes", "tuple", "set", "frozenset", "dict", "Decimal", "Fraction", "complex"),
        *("unserialisable", "list", ""),
    ]
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["0x1f", "-0x0", "00ff", "NaN", "sNaN", "1e5", "0x", "1_0", "-0xg", "\ud800"])
    | st.integers(min_value=10**308, max_value=10**320)
)
NODES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.builds(tagged, TAGS, inner | st.lists(inner, min_size=2, max_size=2))
        | st.builds(tagged, inner, inner)
        | st.dictionaries(st.sampled_from([TAG, PAYLOAD, "w"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(NODES)
def test_hostile_json_gives_known_types_or_none(node: object) -> None:
    value = read(node)
    assert is_known(value) or isinstance(value, Unserialisable)


@given(st.binary())
@example(b"")
@example(b"\x00\x00\x00[")
@example(b"\xff\xfe[\x00")
@example(b"\xef\xbb\xbf[1]")
@example(b'"\xed\xa0\x80"')
@example(b"[1e999, -1e999, NaN]")
@example(b"1" * 5000)
def test_random_bytes_give_known_types_or_none(text: bytes) -> None:
    value = read_value(text)
    assert is_known(value) or isinstance(value, Unserialisable)


@pytest.mark.parametrize(
    "node",
    [
        {},
        {"a": 1},
        {TAG: "int"},
        {PAYLOAD: 1},
        {**tagged("int", "0x1"), "more": 1},
        tagged("list", []),
        tagged("Int", "0x1"),
        tagged(None, 1),
        tagged(True, 1),
        tagged(["int"], "0x1"),
        tagged({TAG: "int", PAYLOAD: "0x1"}, "0x1"),
        tagged(tagged("unserialisable", "int"), "0x1"),
        tagged("int", 5),
        tagged("int", True),
        tagged("int", "5"),
        tagged("int", "0x"),
        tagged("int", "0x1_0"),
        tagged("int", " 0x1"),
        tagged("int", "0x1\n"),
        tagged("int", "0X1F"),
        tagged("int", "+0x1"),
        tagged("int", ["0x1"]),
        tagged("bytes", "zz"),
        tagged("bytes", "f"),
        tagged("bytes", "\u0660\u0660"),
        tagged("bytes", [0]),
        tagged("tuple", "ab"),
        tagged("tuple", {"0": 1}),
        tagged("tuple", tagged("tuple", [1])),
        tagged("set", {"a": 1}),
        tagged("set", tagged("tuple", [])),
        tagged("frozenset", 1),
        tagged("dict", {"a": 1}),
        tagged("dict", [1]),
        tagged("dict", ["ab"]),
        tagged("dict", [[1]]),
        tagged("dict", [[1, 2, 3]]),
        tagged("dict", [tagged("tuple", [1, 2])]),
        tagged("Decimal", "one"),
        tagged("Decimal", ""),
        tagged("Decimal", "\ud800"),
        tagged("Decimal", "1e99999999999999999999"),
        tagged("Decimal", 1.5),
        tagged("Decimal", [0, [1], 2]),
        tagged("Fraction", [1, 0]),
        tagged("Fraction", [1]),
        tagged("Fraction", [1, 2, 3]),
        tagged("Fraction", "1/2"),
        tagged("Fraction", [True, 2]),
        tagged("Fraction", [1, True]),
        tagged("Fraction", [1.0, 2]),
        tagged("Fraction", ["1", "2"]),
        tagged("Fraction", [tagged("Decimal", "1"), 2]),
        tagged("Fraction", [tagged("Fraction", [1, 2]), 2]),
        tagged("complex", [1.0]),
        tagged("complex", [1.0, 2.0, 3.0]),
        tagged("complex", [True, 0.0]),
        tagged("complex", ["1", "2"]),
        tagged("complex", [10**400, 0.0]),
        tagged("complex", [0.0, tagged("int", hex(10**400))]),
        tagged("complex", [tagged("complex", [1.0, 0.0]), 0.0]),
        tagged("unserialisable", 5),
        tagged("unserialisable", ["a"]),
    ],
    ids=lambda node: json.dumps(node)[:60],
)
def test_what_the_guest_never_writes_is_no_value(node: object) -> None:
    assert read(node) == MALFORMED
    assert read([1, node]) == MALFORMED
    assert read(tagged("dict", [[node, 1]])) == MALFORMED


@pytest.mark.parametrize(
    "around",
    [
        "[HERE]",
        '{"$": "tuple", "v": [1, HERE]}',
        '{"$": "set", "v": [HERE]}',
        '{"$": "dict", "v": [[1, HERE]]}',
        '{"$": "dict", "v": [[HERE, 1]]}',
    ],
)
def test_what_is_unserialisable_inside_is_so_as_a_whole(around: str) -> None:
    text = around.replace("HERE", json.dumps(tagged("unserialisable", "why")))
    assert read_value(text.encode()) == Unserialisable("why")


def test_a_reason_is_short_and_can_be_written_as_text() -> None:
    value = read(tagged("unserialisable", "\ud800" + "a" * 10**6))
    assert value == Unserialisable("?" + "a" * 199)


@pytest.mark.parametrize("opened", [b"[", b'{"$":"tuple","v":[', b'{"$":', b'{"$":"int","v":'])
def test_what_is_deep_is_named(opened: bytes) -> None:
    closing = {ord("["): b"]", ord("{"): b"}"}
    closed = b"".join(closing[mark] for mark in reversed(opened) if mark in closing)
    for deep in (opened * 100_000, opened * 100_000 + b"1" + closed * 100_000):
        assert isinstance(read_value(deep), Unserialisable)


@pytest.mark.parametrize("side", [0, 1])
def test_a_fraction_is_reduced_only_where_that_is_quick(side: int) -> None:
    parts: list[object] = [3, 3]
    parts[side] = tagged("int", hex(2**MAX_FRACTION_BITS - 1))
    assert isinstance(read(tagged("Fraction", parts)), Fraction)
    parts[side] = tagged("int", hex(-(2**MAX_FRACTION_BITS)))
    value = read(tagged("Fraction", parts))
    assert value == Unserialisable(f"a fraction of more than {MAX_FRACTION_BITS} bits")


def test_sets_and_dicts_keep_what_cannot_be_hashed() -> None:
    assert read(tagged("set", [[1], [1]])) == SetValue(([1], [1]))
    assert read(tagged("dict", [[[1], 2], [[1], 3]])) == DictValue((([1], 2), ([1], 3)))


def test_numbers_past_the_range_of_a_float_are_infinite() -> None:
    assert read_value(b"[1e999, -1e999]") == [math.inf, -math.inf]
