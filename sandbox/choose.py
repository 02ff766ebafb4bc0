"""Chooses the backend: the one that was asked for, or the best that works on this machine.

A machine without isolation gets no sandbox unless `isolation` is "none", said in so many words.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

from sandbox.api import Sandbox
from sandbox.errors import BackendUnavailable

ISOLATING = ("docker", "bubblewrap")
"""Backends that isolate, best first."""


def choose_sandbox(
    backend: str = "auto",
    isolation: str = "required",
    on_fallback: Callable[[str], None] | None = None,
) -> Sandbox:
    """Return a backend that works here.

    Args:
        backend: "auto", or a file name of `sandbox/backends`.
        isolation: "required" or "none".
        on_fallback: told in a sentence why "auto" did not take a better backend.

    Raises:
        BackendUnavailable: it cannot run here; the message says which command mends it.
    """
    if isolation == "none":
        return build("fake")
    if backend == "fake":
        raise BackendUnavailable("the fake backend isolates nothing: add --isolation none")
    if backend != "auto":
        return build(backend)
    reasons: list[str] = []
    for name in ISOLATING:
        try:
            chosen = build(name)
        except BackendUnavailable as error:
            reasons.append(str(error))
            continue
        if reasons and on_fallback is not None:
            on_fallback(f"using {name}: {'; '.join(reasons)}")
        return chosen
    raise BackendUnavailable("; ".join(reasons))


def build(name: str) -> Sandbox:
    """Return the backend of a name.

    Raises:
        BackendUnavailable: unknown, or it cannot run here.
    """
    try:
        module = importlib.import_module(f"sandbox.backends.{name}")
        make = module.build
    except (ModuleNotFoundError, AttributeError):
        known = ", ".join(ISOLATING)
        raise BackendUnavailable(f"there is no backend {name!r}; there are {known}") from None
    sandbox: Sandbox = make()
    return sandbox
