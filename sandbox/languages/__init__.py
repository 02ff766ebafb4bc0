"""One file a language; the file's name is the wire name.

A language file defines `LANGUAGE`, its data sheet. Dropping a file in is enough: it is found here,
and offered where its self-test passes.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Language:
    """A language's data sheet.

    Attributes:
        name: wire name, the file's name.
        aliases: other names that a submission may use.
        extension: of the program's file, without a point.
        self_test: a program that prints the sum of the integers on its one line of input.
    """

    name: str
    aliases: tuple[str, ...]
    extension: str
    self_test: str


@functools.cache
def all_languages() -> dict[str, Language]:
    """Return every language that has a file, by wire name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    return {module.LANGUAGE.name: module.LANGUAGE for module in modules}


def available() -> dict[str, str]:
    """Return the wire name of each name that a submission may use, aliases included."""
    names: dict[str, str] = {}
    for language in all_languages().values():
        names.update(dict.fromkeys((language.name, *language.aliases), language.name))
    return names
