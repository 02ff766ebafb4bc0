"""Every folder of `tests/golden/checkers` says what one method answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandbox.values import read_value
from service.checkers.registry import methods, value_methods
from service.checkers.result import CheckResult
from service.checkers.value_text import parse_value

GOLDEN = Path(__file__).parents[2] / "golden" / "checkers"
FOLDERS = sorted(path.parent for path in GOLDEN.glob("*/*/params.json"))


def _checked(folder: Path) -> CheckResult:
    output, answer = (folder / "output").read_bytes(), (folder / "answer").read_bytes()
    params = json.loads((folder / "params.json").read_text())
    if folder.parent.name in value_methods():
        check_value = value_methods()[folder.parent.name]
        return check_value(read_value(output), parse_value(answer.decode()), **params)
    return methods()[folder.parent.name](output, answer, **params)


@pytest.mark.parametrize(
    "folder", FOLDERS, ids=[f"{path.parent.name}/{path.name}" for path in FOLDERS]
)
def test_golden_folder(folder: Path) -> None:
    result = _checked(folder)
    wanted = folder.name.rpartition("_")[2]
    assert wanted in {"ac", "wa"}
    assert result.accepted == (wanted == "ac"), result


@pytest.mark.parametrize("name", [*sorted(methods()), *sorted(value_methods())])
def test_every_method_has_a_golden_folder_of_each_kind(name: str) -> None:
    kinds = {path.name.rpartition("_")[2] for path in (GOLDEN / name).iterdir()}
    assert kinds == {"ac", "wa"}


def test_an_accepted_output_names_its_rule_and_a_refused_one_its_difference() -> None:
    for folder in FOLDERS:
        result = _checked(folder)
        assert bool(result.rule) == result.accepted, folder
        assert not (result.accepted and result.difference), folder
