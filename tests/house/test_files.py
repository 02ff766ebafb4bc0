"""Shape and names of files, as CONTRIBUTING.md asks."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

LONGEST_LINES = 400
VAGUE = {
    "common",
    "handler",
    "handlers",
    "helper",
    "helpers",
    "manager",
    "managers",
    "misc",
    "utils",
}
NETWORK = {"aiohttp", "docker", "fastapi", "httpx", "redis", "requests", "rq", "socket", "uvicorn"}
TEXT = {".md", ".py", ".sh", ".toml", ".yml", ".yaml", ".txt", ".html", ".css", ".js"}


def _imports(path: Path) -> set[str]:
    """Return the full names of the modules that a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module or "")
    return names


def test_no_file_is_over_400_lines(python_files: list[Path]) -> None:
    counts = {path: len(path.read_text().splitlines()) for path in python_files}
    assert [f"{path}: {n} lines" for path, n in counts.items() if n > LONGEST_LINES] == []


def test_modules_are_named_after_the_thing_they_hold(python_files: list[Path]) -> None:
    vague = [
        path
        for path in python_files
        if VAGUE & {path.stem, path.parent.name, *path.stem.split("_")}
    ]
    assert vague == []


def test_no_module_has_a_name_of_the_standard_library(package_files: list[Path]) -> None:
    names = sys.stdlib_module_names - {"__init__", "__main__"}
    assert [path for path in package_files if path.stem in names] == []


def test_every_package_module_says_what_it_is(package_files: list[Path]) -> None:
    silent = [path for path in package_files if not ast.get_docstring(ast.parse(path.read_bytes()))]
    assert silent == []


def test_the_guest_imports_the_standard_library_only(checkout: Path) -> None:
    own = ("sandbox.guest", "guest")  # its name here, and its name in the box
    foreign = [
        f"{path.name}: {name}"
        for path in sorted((checkout / "sandbox" / "guest").rglob("*.py"))
        for name in sorted(_imports(path))
        if name.partition(".")[0] not in sys.stdlib_module_names
        and not any(name == root or name.startswith(f"{root}.") for root in own)
    ]
    assert foreign == []


def test_unit_tests_import_no_network_library(checkout: Path) -> None:
    networked = [
        f"{path.name}: {name}"
        for path in sorted((checkout / "tests" / "unit").rglob("*.py"))
        for name in sorted(_imports(path))
        if name.partition(".")[0] in NETWORK
    ]
    assert networked == []


@pytest.mark.parametrize("folder", ["docs", "deploy", "service", "sandbox", "trainer_client"])
def test_text_is_utf8_with_unix_line_ends(checkout: Path, folder: str) -> None:
    for path in (checkout / folder).rglob("*"):
        if path.suffix in TEXT and path.is_file():
            assert "\r" not in path.read_bytes().decode(), path
