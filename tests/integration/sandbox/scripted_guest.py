"""A guest that answers from a script: what no guest of ours would say, the slot must meet."""

from __future__ import annotations

import contextlib
import socket
import threading
from dataclasses import dataclass, field
from typing import Any

from sandbox.guest import frames
from sandbox.slot import PROTOCOL_VERSION, GuestSlot, MemoryLimiter

DEADLINE_S = 10
HELLO: dict[str, Any] = {
    "type": "hello",
    "protocol": PROTOCOL_VERSION,
    "python": "3.11.7",
    "guarantees": {},
}
PREPARED: dict[str, Any] = {"type": "prepared", "ok": True, "output": ""}
FINISHED: dict[str, Any] = {"type": "finished", "clean": True}
SILENCE = b""
"""An answer: nothing, while the line stays open."""


def ran(**changes: Any) -> dict[str, Any]:
    """Return a `ran` frame of a program that did nothing, with changes."""
    return {
        "type": "ran",
        "status": 0,
        "stopped": "",
        "cpu_s": 0.25,
        "wall_s": 0.5,
        "memory_bytes": 4096,
        "oom_kills": 0,
        "sizes": [0, 0],
        "proved": False,
        "failure": "",
        **changes,
    }


@dataclass(frozen=True)
class LastWords:
    """An answer: these bytes, and the guest closes its end of the line."""

    said: bytes


# A frame's JSON, that and its blob, or raw bytes.
Answer = dict[str, Any] | tuple[dict[str, Any], bytes] | bytes | LastWords


class ScriptedGuest:
    """Hears one frame an answer; where the script ends, it closes its end of the line."""

    def __init__(self, *answers: Answer) -> None:
        self.host, self._line = socket.socketpair()
        self._line.settimeout(DEADLINE_S)
        self._answers = answers
        self.heard: list[tuple[dict[str, Any], bytes]] = []
        self.silent = threading.Event()
        """Set once the guest has heard what it answers by silence."""
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        with self._line, contextlib.suppress(EOFError, OSError):
            for answer in self._answers:
                self.heard.append(frames.receive(self._line))
                if isinstance(answer, dict):
                    frames.send(self._line, answer)
                elif isinstance(answer, tuple):
                    frames.send(self._line, *answer)
                elif isinstance(answer, LastWords):
                    self._line.sendall(answer.said)
                    return
                else:
                    self._line.sendall(answer)
                if answer == SILENCE:
                    self.silent.set()
            self.heard.append(frames.receive(self._line))

    def close(self) -> None:
        """Close both ends and wait for the thread."""
        self.host.close()
        self._thread.join()


@dataclass
class ScriptedMemory:
    """A memory cgroup by script; `kills` are the answers of `oom_kills`, the last one for ever."""

    kills: list[int] = field(default_factory=lambda: [0])
    peak: int = 0
    fault: OSError | None = None
    limits: list[int] = field(default_factory=list[int])
    peaks_started: int = 0

    def set_limit(self, memory_bytes: int) -> None:
        if self.fault is not None:
            raise self.fault
        self.limits.append(memory_bytes)

    def start_peak(self) -> None:
        if self.fault is not None:
            raise self.fault
        self.peaks_started += 1

    def oom_kills(self) -> int:
        return self.kills.pop(0) if len(self.kills) > 1 else self.kills[0]

    def peak_bytes(self) -> int:
        return self.peak


class Stage:
    """Opens slots over scripted guests, counts how often each was ended, and clears up."""

    def __init__(self) -> None:
        self._guests: list[ScriptedGuest] = []
        self.ended: list[ScriptedGuest] = []

    @property
    def guest(self) -> ScriptedGuest:
        """Return the guest of the last slot."""
        return self._guests[-1]

    def slot(self, *answers: Answer, memory: MemoryLimiter | None = None) -> GuestSlot:
        """Return a slot whose guest gives these answers, the first to the greeting."""
        guest = ScriptedGuest(*answers)
        self._guests.append(guest)
        box = {"home": "/box"}
        return GuestSlot(guest.host, box=box, end=lambda: self.ended.append(guest), memory=memory)

    def close(self) -> None:
        """Close every guest."""
        for guest in self._guests:
            guest.close()
