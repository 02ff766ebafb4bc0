"""Typed values as JSON: what a call's arguments and returned value look like on the wire.

Standard library only; the guest and the host both use it. Plain JSON stands for None, bool, str,
int, float and list; every other type is an object `{"$": tag, "v": payload}`:

    tuple, set, frozenset   a list of items
    dict                    a list of [key, value]
    int                     hex text, for integers beyond 2**1024
    bytes                   hex text
    Decimal                 its text
    Fraction                [numerator, denominator]
    complex                 [real, imaginary]
    numpy                   [kind and size, shape, the item where there is one alone]
    unserialisable          the reason

`encode` reads a value through the methods of its built-in base, never through its own, so that a
subclass cannot lie about what it holds. It is total: what has no encoding becomes
`unserialisable`. Only the form `drained` runs code of the program: that of its iterators, in its
own process and under its limits. `decode` gives native Python values and is for trusted text only;
the host reads a guest's answer with `sandbox.values`.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any, cast

from . import native_form

TAG = "$"
PAYLOAD = "v"
_PLAIN = {type(None), bool, int, float, str}
_BIG_BITS = 1024
_LINKED_LIMIT = 10**6
DRAIN_LIMIT = 100_000
"""How many items the iterators of one value may give, all together."""


class Unencodable(Exception):
    """A value has no typed encoding; the message says why."""


def dumps(value: object, form: str = "plain") -> str:
    """Return the typed JSON text of any value; one that cannot be encoded is `unserialisable`.

    Args:
        value: anything.
        form: a value of `sandbox.model.ValueForm`.

    Returns:
        JSON text in ASCII.
    """
    try:
        return json.dumps(_Encoder(form).encode(value))
    except Unencodable as error:
        reason = str(error)
    except RecursionError:
        reason = "nested too deeply"
    except Exception as error:  # noqa: BLE001 - a hostile object may raise anything, and that is a fact
        reason = f"reading it raised {_class_name(type(error))}"
    return json.dumps({TAG: "unserialisable", PAYLOAD: reason[:200]})


def loads(text: str) -> Any:
    """Return the native value of trusted typed JSON text."""
    return decode(json.loads(text))


def decode(node: dict[str, Any] | list[Any] | str | float | None) -> Any:
    """Return the native value of a trusted, already parsed node."""
    if type(node) is list:
        return [decode(item) for item in node]
    if type(node) is not dict:
        return node
    return _NATIVE[node[TAG]](node[PAYLOAD])


_NATIVE: dict[str, Callable[[Any], Any]] = {
    "int": lambda text: int(text, 16),
    "bytes": bytes.fromhex,
    "tuple": lambda items: tuple(decode(item) for item in items),
    "set": lambda items: {decode(item) for item in items},
    "frozenset": lambda items: frozenset(decode(item) for item in items),
    "dict": lambda pairs: {decode(key): decode(value) for key, value in pairs},
    "Decimal": Decimal,
    "Fraction": lambda pair: Fraction(decode(pair[0]), decode(pair[1])),
    "complex": lambda pair: complex(*pair),
}


class _Encoder:
    """One encoding; remembers the containers it is inside, to find cycles."""

    def __init__(self, form: str) -> None:
        self._open: set[int] = set()
        self._native = form == "native"
        self._drains = form == "drained"
        self._items_left = DRAIN_LIMIT

    def encode(self, value: object) -> Any:
        kind = type(value)
        if kind is int:
            return _encode_int(value)
        if kind in _PLAIN:
            return value
        if id(value) in self._open:
            raise Unencodable("it contains itself")
        self._open.add(id(value))
        try:
            encode_object = self._encode_native if self._native else self._encode_object
            return encode_object(value, kind)
        finally:
            self._open.discard(id(value))

    def _encode_object(self, value: Any, kind: type[object]) -> Any:
        if isinstance(value, Enum) and not isinstance(value, (int, str, float)):
            return self.encode(value.value)
        for base, encode_base in _BASES:
            if issubclass(kind, base):
                return encode_base(self, value)
        return self._encode_other(value, kind)

    def _encode_other(self, value: Any, kind: type[object]) -> Any:
        if self._drains and hasattr(kind, "__next__"):
            return self._drain(value)
        if kind.__module__.partition(".")[0] == "numpy":
            return self._encode_numpy(value)
        if kind.__name__ == "ListNode":
            return self.items(_list_node_values(value))
        if kind.__name__ == "TreeNode":
            return self.items(_tree_node_values(value))
        raise Unencodable(f"a value of type {kind.__name__}")

    def _encode_native(self, value: Any, kind: type[object]) -> Any:
        numpy_parts = native_form.numpy_parts(value, kind)
        if numpy_parts is not None:
            dtype, shape, item = numpy_parts
            return {TAG: "numpy", PAYLOAD: [dtype, shape, self.encode(item)]}
        for base, encode_base in _BASES:
            if issubclass(kind, base) and base not in _LIKE_A_LIST:
                return encode_base(self, value)
        raise Unencodable(f"a value of type {kind.__name__}")

    def _drain(self, iterator: Iterator[Any]) -> list[Any]:
        """Return an iterator's items, each encoded as it comes: the next may change it."""
        encoded: list[Any] = []
        while True:
            try:
                item = next(iterator)
            except StopIteration:
                return encoded
            except BaseException as error:  # noqa: BLE001 - the program's code may raise anything
                raise Unencodable(f"reading it raised {_class_name(type(error))}") from None
            if not self._items_left:
                raise Unencodable(f"iterators of more than {DRAIN_LIMIT} items")
            self._items_left -= 1
            encoded.append(self.encode(item))

    def items(self, values: list[Any]) -> list[Any]:
        kinds = set(map(type, values))
        if kinds <= _PLAIN and int not in kinds:
            return values
        return [self.encode(item) for item in values]

    def tagged(self, tag: str, values: list[Any]) -> dict[str, Any]:
        return {TAG: tag, PAYLOAD: self.items(values)}

    def pairs(self, value: Any) -> dict[str, Any]:
        pairs = list(_dict_items(value))
        return {TAG: "dict", PAYLOAD: [[self.encode(k), self.encode(v)] for k, v in pairs]}

    def _encode_numpy(self, value: Any) -> Any:
        numpy = sys.modules["numpy"]
        if isinstance(value, numpy.ndarray):
            return self.encode(numpy.ndarray.tolist(value))
        if isinstance(value, numpy.generic):
            return self.encode(numpy.generic.item(value))
        raise Unencodable(f"a value of type {type(value).__name__}")


def _encode_int(value: Any) -> Any:
    if value.bit_length() <= _BIG_BITS:
        return value
    return {TAG: "int", PAYLOAD: hex(value)}


def _list_node_values(node: Any) -> list[Any]:
    values: list[Any] = []
    seen: set[int] = set()
    while node is not None:
        if id(node) in seen or len(values) >= _LINKED_LIMIT:
            raise Unencodable("a linked list with a cycle")
        seen.add(id(node))
        values.append(node.val)
        node = node.next
    return values


def _tree_node_values(root: Any) -> list[Any]:
    """Return level order with None for a missing child, trailing None cut (as LeetCode prints)."""
    values: list[Any] = []
    queue: deque[Any] = deque([root])
    while queue:
        node = queue.popleft()
        if node is None:
            values.append(None)
            continue
        if len(values) >= _LINKED_LIMIT:
            raise Unencodable("a tree with a cycle")
        values.append(node.val)
        queue.append(node.left)
        queue.append(node.right)
    while values and values[-1] is None:
        values.pop()
    return values


# The built-in bases' own methods, whatever a subclass put in their place; they take any items.
_list_copy: Callable[[Any], list[Any]] = cast("Any", list).copy
_tuple_iter: Callable[[Any], Iterator[Any]] = cast("Any", tuple).__iter__
_set_iter: Callable[[Any], Iterator[Any]] = cast("Any", set).__iter__
_frozenset_iter: Callable[[Any], Iterator[Any]] = cast("Any", frozenset).__iter__
_deque_iter: Callable[[Any], Iterator[Any]] = cast("Any", deque).__iter__
_dict_items: Callable[[Any], Iterable[tuple[Any, Any]]] = cast("Any", dict).items
_numerator: Callable[[Any], Any] = cast("Any", Fraction)._numerator.__get__
_denominator: Callable[[Any], Any] = cast("Any", Fraction)._denominator.__get__
_real: Callable[[Any], float] = cast("Any", complex).real.__get__
_imag: Callable[[Any], float] = cast("Any", complex).imag.__get__
_class_name: Callable[[type], str] = type.__dict__["__name__"].__get__
_EMPTY: dict[Any, Any] = {}
_VIEWS = (type(_EMPTY.keys()), type(_EMPTY.values()), type(_EMPTY.items()))
# What is a list to people and to no `==`.
_LIKE_A_LIST = (deque, range, _VIEWS)

_BASES: list[tuple[Any, Callable[[_Encoder, Any], Any]]] = [
    (bool, lambda _, value: value),
    (int, lambda _, value: _encode_int(int.__index__(value))),
    (float, lambda _, value: float.__float__(value)),
    (str, lambda _, value: str.__str__(value)),
    (list, lambda encoder, value: encoder.items(_list_copy(value))),
    (tuple, lambda encoder, value: encoder.tagged("tuple", list(_tuple_iter(value)))),
    (dict, lambda encoder, value: encoder.pairs(value)),
    (set, lambda encoder, value: encoder.tagged("set", list(_set_iter(value)))),
    (
        frozenset,
        lambda encoder, value: encoder.tagged("frozenset", list(_frozenset_iter(value))),
    ),
    (deque, lambda encoder, value: encoder.items(list(_deque_iter(value)))),
    (range, lambda encoder, value: encoder.items(list(value))),
    (_VIEWS, lambda encoder, value: encoder.items(list(value))),
    (bytes, lambda _, value: {TAG: "bytes", PAYLOAD: bytes.hex(value)}),
    (bytearray, lambda _, value: {TAG: "bytes", PAYLOAD: bytearray.hex(value)}),
    (Decimal, lambda _, value: {TAG: "Decimal", PAYLOAD: Decimal.__str__(value)}),
    (
        Fraction,
        lambda _, value: {
            TAG: "Fraction",
            PAYLOAD: [_encode_int(_numerator(value)), _encode_int(_denominator(value))],
        },
    ),
    (complex, lambda _, value: {TAG: "complex", PAYLOAD: [_real(value), _imag(value)]}),
]
