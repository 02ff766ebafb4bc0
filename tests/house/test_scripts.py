"""Shell scripts parse, and pass shellcheck where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


def _scripts(checkout: Path) -> list[Path]:
    folders = ("deploy", "examples", "loadtests", "docs")
    found = [path for folder in folders for path in (checkout / folder).rglob("*.sh")]
    return [checkout / ".ci" / "run", *sorted(found)]


def _shell_of(path: Path) -> str:
    return "bash" if "bash" in path.read_text().splitlines()[0] else "sh"


def test_every_script_parses(checkout: Path) -> None:
    for path in _scripts(checkout):
        shell = _shell_of(path)
        done = subprocess.run([shell, "-n", str(path)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_every_script_can_be_executed_and_stops_at_the_first_error(checkout: Path) -> None:
    for path in _scripts(checkout):
        assert path.stat().st_mode & 0o111, path
        assert "\nset -eu" in path.read_text(), path


def test_every_script_passes_shellcheck(checkout: Path) -> None:
    shellcheck = shutil.which("shellcheck")
    if shellcheck is None:
        return
    scripts = [str(path) for path in _scripts(checkout)]
    done = subprocess.run([shellcheck, *scripts], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["venv", "check", "test", "image", "rootfs", "demo", "serve"])
def test_make_knows_each_target_and_help_lists_it(checkout: Path, name: str) -> None:
    lines = (checkout / "Makefile").read_text().splitlines()
    assert any(line.startswith(f"{name}:") and " ## " in line for line in lines)
