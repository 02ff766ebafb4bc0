"""A worker's cache of prepared problems: the least recently used go when it is over its bound.

Imports the standard library only. Sizes are those of the problems' JSON, bytes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class ProblemCache(Generic[T]):
    """Prepared problems by key; owned by one thread."""

    def __init__(self, *, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._held_bytes = 0
        self._entries: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()

    def get(self, key: Hashable, load: Callable[[], tuple[T, int]]) -> T:
        """Return the value of a key, made by `load` (the value and its size) where it is missing.

        A value larger than the whole cache is returned and not kept.
        """
        entry = self._entries.get(key)
        if entry is not None:
            self._entries.move_to_end(key)
            return entry[0]
        value, size_bytes = load()
        if size_bytes <= self._max_bytes:
            self._entries[key] = (value, size_bytes)
            self._held_bytes += size_bytes
            while self._held_bytes > self._max_bytes:
                _, (_, freed_bytes) = self._entries.popitem(last=False)
                self._held_bytes -= freed_bytes
        return value
