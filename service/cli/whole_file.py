"""A file that is written whole or not at all.

Imports the standard library only. What is written goes into a file beside it, which takes its
place at the end.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .exit_codes import CommandError


@contextmanager
def whole_file(path: Path) -> Generator[BinaryIO]:
    """Give a stream whose bytes become the file when the block ends without an exception.

    Args:
        path: the file; what stands there stays until then.

    Raises:
        CommandError: something else than a file stands there, or its folder takes no file.
    """
    if path.exists() and not path.is_file():
        raise CommandError(f"{path}: not a regular file")
    # A link keeps pointing where it points: what it names is replaced.
    target = path.resolve()
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        stream = partial.open("wb")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    try:
        with stream:
            yield stream
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
