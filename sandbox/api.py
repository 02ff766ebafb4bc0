"""The seam between the judge and whatever isolates programs: two protocols.

Imports `sandbox.model` only. A backend is one file of `sandbox/backends` that implements these;
the contract suite (`tests/contract`) holds every backend to the same behaviour.

Life of a slot: `prepare` once a submission, `run` once a test case, `finish` once. A slot serves
one submission at a time. After any `SandboxError` the slot must be destroyed.
"""

from __future__ import annotations

from typing import Protocol

from sandbox.model import Case, CompileFacts, Guarantees, Limits, Program, RunFacts


class Slot(Protocol):
    """One warm sandbox; owned by one thread."""

    def prepare(self, program: Program, limits: Limits) -> CompileFacts:
        """Compile the program and make the slot ready to run it.

        Raises:
            SandboxError: the slot failed; destroy it and retry in another.
        """
        ...

    def run(self, case: Case) -> RunFacts:
        """Run the prepared program on one test case in a fresh process.

        Raises:
            SandboxError: the slot failed; destroy it and retry in another.
        """
        ...

    def finish(self) -> bool:
        """End the submission; True if nothing of it remains, else the slot must be destroyed."""
        ...

    def destroy(self) -> None:
        """End the slot and everything in it; never raises, may be called twice."""
        ...


class Sandbox(Protocol):
    """A backend: makes slots."""

    @property
    def name(self) -> str:
        """Return the backend's name, a file name of `sandbox/backends`."""
        ...

    @property
    def environment(self) -> str:
        """Return which root tree and interpreter programs see, in words, for results."""
        ...

    def guarantees(self) -> Guarantees:
        """Return what is enforced on this machine."""
        ...

    def open_slot(self) -> Slot:
        """Start a warm slot.

        Raises:
            BackendUnavailable: the backend cannot run here; the message says what mends it.
            SandboxError: the slot did not start.
        """
        ...

    def close(self) -> None:
        """Give back what the backend itself holds; never raises."""
        ...
