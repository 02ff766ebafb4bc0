"""Finds LiveCodeBench's judge in a checkout, and the interpreter to run it with.

Imports the standard library and the seam. Runs the interpreter only to ask it where its files are.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from service.accuracy.baseline import BaselineUnavailable

_FOLDER = Path("lcb_runner/evaluation")
_FILES = (_FOLDER / "testing_util.py", _FOLDER / "compute_code_generation_metrics.py")
_TIMEOUT_S = 30
_ASK = "import json, sys; print(json.dumps([sys.prefix, sys.base_prefix]))"


@dataclass(frozen=True, kw_only=True, slots=True)
class Checkout:
    """What is needed to run LiveCodeBench's judge.

    Attributes:
        path: the checkout, absolute and without links.
        python: the interpreter, absolute.
        folders: the interpreter's own folders, which it needs in order to start.
        revision: the checkout's commit, or the digest of its judge where it is no repository.
    """

    path: Path
    python: Path
    folders: tuple[Path, ...]
    revision: str


def find_checkout(path: Path, *, python: Path | None) -> Checkout:
    """Return the checkout at `path`.

    Args:
        path: where the user has LiveCodeBench's repository.
        python: an interpreter that has numpy and tqdm; None takes the checkout's own environment
            (`.venv`) where there is one, else the interpreter that runs this.

    Raises:
        BaselineUnavailable: the files are not there, or the interpreter does not run.
    """
    missing = [str(name) for name in _FILES if not (path / name).is_file()]
    if missing:
        raise BaselineUnavailable(
            f"{path}: no checkout of LiveCodeBench: {' and '.join(missing)} not found"
        )
    here = path.resolve()
    own = here / ".venv/bin/python"
    # The name stays as it is: an interpreter knows its environment by the link it was started by.
    chosen = (python or (own if own.exists() else Path(sys.executable))).absolute()
    return Checkout(
        path=here, python=chosen, folders=_folders_of(chosen), revision=_revision_of(here)
    )


def _folders_of(python: Path) -> tuple[Path, ...]:
    remedy = "name an interpreter that has numpy and tqdm with --baseline-python"
    try:
        done = subprocess.run(  # noqa: S603 - the interpreter that the user named
            [str(python), "-s", "-c", _ASK],
            env={},
            capture_output=True,
            timeout=_TIMEOUT_S,
            check=True,
            stdin=subprocess.DEVNULL,
        )
        named = [Path(name) for name in json.loads(done.stdout)]
    except OSError as error:
        raise BaselineUnavailable(f"{python}: {error.strerror}; {remedy}") from error
    except (subprocess.SubprocessError, ValueError) as error:
        raise BaselineUnavailable(f"{python}: not a working Python; {remedy}") from error
    real = python.resolve().parent.parent
    return tuple(dict.fromkeys(folder for folder in (*named, real) if folder.is_dir()))


def _revision_of(checkout: Path) -> str:
    commit = _commit_of(checkout / ".git")
    if commit is not None:
        return commit[:7]
    digest = hashlib.sha256(b"".join((checkout / name).read_bytes() for name in _FILES))
    return f"sha256 {digest.hexdigest()[:12]} of its judge"


def _commit_of(git: Path) -> str | None:
    """Return the commit that is checked out; read by hand, since git runs what a config says."""
    try:
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head or None
        name = head.removeprefix("ref: ")
        if (git / name).is_file():
            return (git / name).read_text().strip() or None
        packed = (git / "packed-refs").read_text().splitlines()
    except OSError:
        return None
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), None)
