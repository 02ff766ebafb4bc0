"""The comparison methods by name: one is added by dropping a file into this folder.

A method is a module here with a function of its own: for printed text
`check(output: bytes, answer: bytes, **params)`, for returned values
`check_value(output: object, answer: object, **params)`.
Nothing is imported until a method is first asked for.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from types import MappingProxyType
from typing import Any, Protocol, cast

import service.checkers
from service.checkers.result import CheckResult


class Check(Protocol):
    """A comparison of printed text; what `params` may hold is the method's own."""

    def __call__(self, output: bytes, answer: bytes, /, **params: object) -> CheckResult:
        """Return what the method says of an output."""
        ...


class CheckValue(Protocol):
    """A comparison of returned values; what `params` may hold is the method's own."""

    def __call__(self, output: object, answer: object, /, **params: object) -> CheckResult:
        """Return what the method says of a returned value."""
        ...


@functools.cache
def methods() -> MappingProxyType[str, Check]:
    """Return every comparison of printed text by its file's name."""
    return MappingProxyType(cast("dict[str, Check]", _functions("check")))


@functools.cache
def value_methods() -> MappingProxyType[str, CheckValue]:
    """Return every comparison of returned values by its file's name."""
    return MappingProxyType(cast("dict[str, CheckValue]", _functions("check_value")))


def _functions(name: str) -> dict[str, Any]:
    """Return the function of this name of each module that defines one itself."""
    found: dict[str, Any] = {}
    for info in pkgutil.iter_modules(service.checkers.__path__):
        if info.name != "registry":
            module = importlib.import_module(f"{service.checkers.__name__}.{info.name}")
            function = getattr(module, name, None)
            if getattr(function, "__module__", None) == module.__name__:
                found[info.name] = function
    return found
