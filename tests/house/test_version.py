"""The change log's top version is the package's; `make check` runs this file by itself."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path


def test_top_version_of_the_change_log_is_the_packages(checkout: Path) -> None:
    project = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]
    text = (checkout / "CHANGELOG.md").read_text()
    headings = re.findall(r"^## \[([^\]]+)\]", text, flags=re.MULTILINE)
    versions = [heading for heading in headings if heading != "Unreleased"]
    assert versions[0] == project["version"]


def test_the_change_log_names_only_kinds_of_change(checkout: Path) -> None:
    kinds = re.findall(r"^### (.+)$", (checkout / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    assert set(kinds) <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_package_cannot_be_uploaded(checkout: Path) -> None:
    project = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]
    assert "Private :: Do Not Upload" in project["classifiers"]
