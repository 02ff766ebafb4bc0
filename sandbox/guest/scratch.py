"""The folders that a program may write, and how they are made empty again.

Standard library only. Each is a sticky folder of root in a tmpfs; the program's own file is root's,
so the program can read it and cannot change it. Emptying runs as the program's user, since root has
no right to pass file permissions here.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
from collections.abc import Iterator
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
    """Remove every entry but one.

    A folder's own folders are moved up beside it before it is removed, so nothing recurses, no path
    grows long and no listing is held, however deep or wide the program built.
    """
    top = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    # A program cannot have made these names.
    prefix = os.urandom(8).hex()
    names = (f"{prefix}-{serial}" for serial in itertools.count())
    dissolved = True
    while dissolved:
        dissolved = False
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.path == keep:
                    continue
                with contextlib.suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        _dissolve(entry.name, top, names)
                        dissolved = True
                    else:
                        os.unlink(entry.name, dir_fd=top)
    os.close(top)


def _dissolve(name: str, top: int, names: Iterator[str]) -> None:
    """Move a folder's folders up, remove its files, and then itself.

    Raises:
        OSError: something could not be removed.
    """
    # A program may have taken the right to list and change its folders from itself.
    os.chmod(name, stat.S_IRWXU, dir_fd=top)
    descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=top)
    try:
        with os.scandir(descriptor) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    os.chmod(entry.name, stat.S_IRWXU, dir_fd=descriptor)
                    os.rename(entry.name, next(names), src_dir_fd=descriptor, dst_dir_fd=top)
                else:
                    os.unlink(entry.name, dir_fd=descriptor)
    finally:
        os.close(descriptor)
    os.rmdir(name, dir_fd=top)
