"""The folders that a program may write, and how they are made empty again.

Standard library only. Each is a sticky folder of root in a tmpfs; the program's own file is root's,
so the program can read it and cannot change it. Emptying runs as the program's user, since root has
no right to pass file permissions here.
"""

from __future__ import annotations

import importlib
import os
import stat
from pathlib import Path

OWN_COPY = ".guest"


def remove_own_copy() -> None:
    """Remove the guest's own copy, once everything is imported; see `boot`."""
    copy = Path.cwd() / OWN_COPY
    for parent, folders, files in os.walk(copy, topdown=False):
        for name in files:
            Path(parent, name).unlink()
        for name in folders:
            Path(parent, name).rmdir()
    copy.rmdir()


def leftovers(folders: list[str], keep: str) -> bool:
    """Return whether any folder holds an entry besides the kept file."""
    for folder in folders:
        with os.scandir(folder) as entries:
            if any(entry.path != keep for entry in entries):
                return True
    return False


def wipe(folders: list[str], keep: str, uid: int | None) -> bool:
    """Remove everything but the kept file; True if nothing is left.

    Args:
        folders: the scratch folders.
        keep: path of the program's file, or "" for none.
        uid: the user id that owns the leftovers, or None for the caller's own.
    """
    if not leftovers(folders, keep):
        return True
    pid = os.fork()
    if pid == 0:
        try:
            if uid is not None:
                os.setresgid(uid, uid, uid)
                os.setresuid(uid, uid, uid)
            for folder in folders:
                _empty(folder, keep)
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    return not leftovers(folders, keep)


def _empty(folder: str, keep: str) -> None:
    # Imported where it is needed: it is large, and every fork pays for its pages.
    shutil = importlib.import_module("shutil")
    for entry in os.scandir(folder):
        if entry.path == keep:
            continue
        if entry.is_dir(follow_symlinks=False):
            _open_up(entry.path)
            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            Path(entry.path).unlink(missing_ok=True)


def _open_up(folder: str) -> None:
    """Give back the right to list and change every folder below, which a program may have taken."""
    Path(folder).chmod(stat.S_IRWXU)
    for parent, names, _ in os.walk(folder):
        for name in names:
            path = Path(parent, name)
            if not path.is_symlink():
                path.chmod(stat.S_IRWXU)
