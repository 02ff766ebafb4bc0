"""A guest that cannot be started is a fault of ours, and leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from sandbox.backends.process import start_process
from sandbox.errors import SandboxError


def test_a_program_that_is_missing_is_a_sandbox_error() -> None:
    before = psutil.Process().num_fds()
    with pytest.raises(SandboxError, match="did not start"):
        start_process(lambda _: ["/nowhere/bwrap"], home="/")
    assert psutil.Process().num_fds() == before


def test_a_folder_that_is_missing_is_a_sandbox_error(tmp_path: Path) -> None:
    with pytest.raises(SandboxError, match="did not start"):
        start_process(lambda _: ["/bin/true"], home="/", cwd=str(tmp_path / "gone"))
