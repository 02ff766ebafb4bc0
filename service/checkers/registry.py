"""The comparison methods by name: one is added by dropping a file into this folder.

A method is a module here with a function `check(output: bytes, answer: bytes, **params)`. Nothing
is imported until a method is first asked for.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from types import MappingProxyType
from typing import Protocol, cast

import service.checkers
from service.checkers.result import CheckResult


class Check(Protocol):
    """A comparison method; what `params` may hold is the method's own."""

    def __call__(self, output: bytes, answer: bytes, /, **params: object) -> CheckResult:
        """Return what the method says of an output."""
        ...


@functools.cache
def methods() -> MappingProxyType[str, Check]:
    """Return every comparison method by its file's name."""
    found: dict[str, Check] = {}
    for info in pkgutil.iter_modules(service.checkers.__path__):
        if info.name != "registry":
            module = importlib.import_module(f"{service.checkers.__name__}.{info.name}")
            check = getattr(module, "check", None)
            if check is not None:
                found[info.name] = cast(Check, check)
    return MappingProxyType(found)
