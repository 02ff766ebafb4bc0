"""What the tests of the house read: the checkout's own files."""

from __future__ import annotations

from pathlib import Path

import pytest

PACKAGES = ("service", "sandbox", "trainer_client", "loadtests")


@pytest.fixture(scope="session")
def checkout() -> Path:
    return Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def package_files(checkout: Path) -> list[Path]:
    return sorted(path for name in PACKAGES for path in (checkout / name).rglob("*.py"))


@pytest.fixture(scope="session")
def python_files(checkout: Path, package_files: list[Path]) -> list[Path]:
    tests = [
        path
        for path in (checkout / "tests").rglob("*.py")
        if not {"programs", "golden", "cheats"} & set(path.relative_to(checkout).parts)
    ]
    return sorted([*package_files, *tests])
