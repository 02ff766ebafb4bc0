"""Opens the backend that the settings ask for, and says so where it is not the best one.

Imports `sandbox.choose`.
"""

from __future__ import annotations

import sys

from sandbox.api import Sandbox
from sandbox.choose import choose_sandbox
from service.settings import Settings


def chosen_sandbox(settings: Settings) -> Sandbox:
    """Return the backend; use it as a context manager.

    Raises:
        BackendUnavailable: it cannot run here; the message says which command mends it.
    """
    return choose_sandbox(
        settings.backend,
        settings.isolation,
        on_fallback=_say,
    )


def _say(sentence: str) -> None:
    sys.stderr.write(f"microjudge: {sentence}\n")
