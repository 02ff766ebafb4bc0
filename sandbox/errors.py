"""The errors of the sandbox room: every one is our fault, never the program's.

    SandboxError
    ├── BackendUnavailable   this machine cannot run the backend; the message says what mends it
    ├── SlotLost             a warm slot died or broke its protocol; open another and run again
    └── ProtocolError        a frame that is not of the protocol; the slot must be destroyed

What a judged program does wrong is never raised: it is a fact (`sandbox.model.RunFacts`).
"""

from __future__ import annotations


class SandboxError(Exception):
    """The sandbox failed at its own work; the caller may retry in a fresh slot."""


class BackendUnavailable(SandboxError):
    """This machine cannot run the backend; the operator must act on the message."""


class SlotLost(SandboxError):
    """A slot died or stopped answering; retry the submission in another slot."""


class ProtocolError(SlotLost):
    """The guest sent something that is not a frame of the protocol."""
