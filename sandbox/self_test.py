"""Whether a language works in a slot: its own small program, run for real.

Imports the seam and the data sheets. A language is offered only where this passes.
"""

from __future__ import annotations

from sandbox.api import Slot
from sandbox.languages import Language
from sandbox.model import Case, ExitKind, Limits, Program

_INPUT, _ANSWER = b"19 23\n", b"42"


def passes(slot: Slot, language: Language) -> bool:
    """Return whether the language's self-test prints the sum of its input.

    Args:
        slot: a slot between submissions; it is between submissions again afterwards.
        language: the data sheet.

    Raises:
        SandboxError: the slot failed; destroy it.
    """
    program = Program(source=language.self_test.encode(), language=language.name)
    right = False
    if slot.prepare(program, Limits()).ok:
        facts = slot.run(Case(stdin=_INPUT))
        right = facts.exit_kind is ExitKind.EXITED and facts.stdout.split() == [_ANSWER]
    return slot.finish() and right
