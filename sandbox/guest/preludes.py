"""Names that a program may find in its globals without importing them.

Standard library only. They are put into the module's globals, never into its text, so line numbers
and `from __future__` stay as written. `leetcode` is what LeetCode's Python 3 environment has;
`livecodebench` is the list of star imports in the header of LiveCodeBench's evaluator.
"""

from __future__ import annotations

import builtins
import functools
import importlib
import sys
from typing import Any

_LEETCODE_MODULES = [
    "collections",
    "heapq",
    "bisect",
    "math",
    "itertools",
    "functools",
    "string",
    "re",
    "random",
    "typing",
    "operator",
    "datetime",
    "copy",
    "sys",
    "json",
    "array",
    "queue",
    "statistics",
]
_LEETCODE_STARS = [
    "typing",
    "collections",
    "heapq",
    "bisect",
    "itertools",
    "functools",
    "math",
    "operator",
    "string",
]
_LIVECODEBENCH_MODULES = [
    "string",
    "re",
    "datetime",
    "collections",
    "heapq",
    "bisect",
    "copy",
    "math",
    "random",
    "statistics",
    "itertools",
    "functools",
    "operator",
    "io",
    "sys",
    "json",
]
_LIVECODEBENCH_STARS = [*_LIVECODEBENCH_MODULES, "builtins", "typing"]
_PRIVATE = "_"


class ListNode:
    """A singly linked list's node, as LeetCode defines it."""

    def __init__(self, val: Any = 0, next: Any = None) -> None:  # noqa: A002 - LeetCode's own name
        """Make a node."""
        self.val = val
        self.next = next


class TreeNode:
    """A binary tree's node, as LeetCode defines it."""

    def __init__(self, val: Any = 0, left: Any = None, right: Any = None) -> None:
        """Make a node."""
        self.val = val
        self.left = left
        self.right = right


@functools.cache
def names_of(prelude: str) -> dict[str, Any]:
    """Return the names of a prelude, always the same dict; not to be changed.

    Args:
        prelude: "none", "leetcode" or "livecodebench".
    """
    if prelude == "leetcode":
        # Where a module's name is also a built-in's (math.pow), the built-in stays.
        stars = {k: v for k, v in _stars(_LEETCODE_STARS).items() if not hasattr(builtins, k)}
        return (
            stars
            | _modules(_LEETCODE_MODULES)
            | {"ListNode": ListNode, "TreeNode": TreeNode, "inf": float("inf")}
        )
    if prelude == "livecodebench":
        return _stars(_LIVECODEBENCH_STARS) | _modules(_LIVECODEBENCH_MODULES)
    return {}


def _modules(names: list[str]) -> dict[str, Any]:
    return {name: importlib.import_module(name) for name in names}


def _stars(modules: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in modules:
        module = importlib.import_module(name) if name not in sys.modules else sys.modules[name]
        public = getattr(module, "__all__", None)
        if public is None:
            public = [key for key in vars(module) if not key.startswith(_PRIVATE)]
        found.update({key: getattr(module, key) for key in public})
    return found
