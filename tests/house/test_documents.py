"""README and the decision records keep their form."""

from __future__ import annotations

import re
from pathlib import Path

from service.settings import Settings

LONGEST_RECORD_LINES = 60
SECTIONS = [
    "Status",
    "Context",
    "Decision",
    "Alternatives and why not",
    "Consequences",
    "How we would notice that it was wrong",
]


def _records(checkout: Path) -> list[Path]:
    return sorted((checkout / "docs" / "adr").glob("*.md"))


def test_readme_lists_each_setting_with_its_sentence(checkout: Path) -> None:
    rows = [line for line in (checkout / "README.md").read_text().splitlines() if line[:2] == "| "]
    missing = [
        f"| `MICROJUDGE_{name.upper()}` | | {field.description} |"
        for name, field in Settings.model_fields.items()
        if not any(
            f"`MICROJUDGE_{name.upper()}`" in row and str(field.description) in row for row in rows
        )
    ]
    assert missing == []


def test_readme_lists_no_setting_that_is_gone(checkout: Path) -> None:
    text = (checkout / "README.md").read_text()
    listed = re.findall(r"^\| `MICROJUDGE_([A-Z_]+)`", text, flags=re.MULTILINE)
    assert {name.lower() for name in listed} <= Settings.model_fields.keys()


def test_each_setting_has_a_sentence() -> None:
    silent = [
        name
        for name, field in Settings.model_fields.items()
        if not (field.description or "").endswith(".")
    ]
    assert silent == []


def test_decision_records_are_numbered_without_a_gap(checkout: Path) -> None:
    numbers = [int(path.name[:4]) for path in _records(checkout)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_decision_records_are_short_and_have_every_section(checkout: Path) -> None:
    for path in _records(checkout):
        text = path.read_text()
        assert len(text.splitlines()) < LONGEST_RECORD_LINES, path
        assert re.findall(r"^## (.+)$", text, flags=re.MULTILINE) == SECTIONS, path


def test_the_index_lists_every_decision_record(checkout: Path) -> None:
    index = (checkout / "CONTRIBUTING.md").read_text()
    assert [path.name for path in _records(checkout) if path.name not in index] == []


def test_readmes_file_tree_lists_every_top_folder(checkout: Path) -> None:
    text = (checkout / "README.md").read_text()
    for name in ("service", "sandbox", "trainer_client", "deploy", "loadtests", "tests", "docs"):
        assert f"\n{name}/" in text, name
