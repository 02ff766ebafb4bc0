"""Problems as content-addressed JSON files: written once by the API, read by every worker.

Imports pydantic's wire types only. `<folder>/<sha256>.json` holds the JSON of one
`wire.Problem`; the name is the hash of these bytes. The folder belongs to one service process,
which holds a lock on it; a folder whose lock is free was left by a killed process and is removed.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import tempfile
import threading
from pathlib import Path
from typing import Protocol

_PREFIX = "microjudge-problems-"
_LOCK = "lock"


class ProblemSource(Protocol):
    """Where a worker reads problems from."""

    def read(self, sha256: str) -> bytes:
        """Return the JSON of a problem.

        Raises:
            OSError: it is not there; our fault, the submission is tried again.
        """
        ...


class ProblemFolder:
    """A folder of problems, as a worker reads it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, sha256: str) -> Path:
        """Return where the problem of this hash lies."""
        return self.folder / f"{sha256}.json"

    def read(self, sha256: str) -> bytes:
        """Return the JSON of a problem.

        Raises:
            OSError: it is not there.
        """
        return self.path(sha256).read_bytes()


class ProblemFiles:
    """The folder as its owner writes it: each problem is kept while a batch holds it."""

    def __init__(self) -> None:
        _remove_left_folders()
        unlocked = Path(tempfile.mkdtemp(prefix=f".{_PREFIX}"))
        self._lock_fd = os.open(unlocked / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock_fd, fcntl.LOCK_EX)
        self.folder = unlocked.rename(unlocked.with_name(unlocked.name.removeprefix(".")))
        self._source = ProblemFolder(self.folder)
        self._holders: dict[str, int] = {}
        self._guard = threading.Lock()

    def hold(self, problem_json: bytes) -> str:
        """Keep a problem until `release`; return its hash. May be called from any thread."""
        sha256 = hashlib.sha256(problem_json).hexdigest()
        with self._guard:
            if not self._holders.get(sha256):
                path = self._source.path(sha256)
                partial = path.with_suffix(".partial")
                partial.write_bytes(problem_json)
                partial.rename(path)
            self._holders[sha256] = self._holders.get(sha256, 0) + 1
        return sha256

    def release(self, sha256: str) -> None:
        """Let go of a problem that was held; the last holder's release removes the file."""
        with self._guard:
            self._holders[sha256] -= 1
            if not self._holders[sha256]:
                del self._holders[sha256]
                self._source.path(sha256).unlink(missing_ok=True)

    def close(self) -> None:
        """Remove the folder; may be called twice."""
        shutil.rmtree(self.folder, ignore_errors=True)
        with self._guard:
            fd, self._lock_fd = self._lock_fd, -1
        if fd >= 0:
            os.close(fd)


def _remove_left_folders() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            fd = os.open(folder / _LOCK, os.O_RDWR | os.O_CLOEXEC)
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(fd)
