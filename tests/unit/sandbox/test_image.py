"""The image's name follows its recipe, and a half-made root tree is never used."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox import image
from sandbox.errors import BackendUnavailable


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (image.IMAGE_VARIABLE, image.ROOTFS_VARIABLE, "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    (tmp_path / "packages").mkdir()
    (tmp_path / "Dockerfile").write_text("FROM scratch\n")
    (tmp_path / "install.sh").write_text("true\n")
    (tmp_path / "packages" / "python.txt").write_text("python3\n")
    return tmp_path


@pytest.mark.parametrize("changed", ["Dockerfile", "install.sh", "packages/python.txt"])
def test_a_changed_recipe_is_another_tag(recipe: Path, changed: str) -> None:
    before = image.recipe_tag(recipe)
    (recipe / changed).write_text("something else\n")
    assert image.recipe_tag(recipe) != before


def test_one_more_language_is_another_tag(recipe: Path) -> None:
    before = image.recipe_tag(recipe)
    (recipe / "packages" / "c.txt").write_text("gcc\n")
    assert image.recipe_tag(recipe) != before


def test_the_build_script_is_not_part_of_the_tag(recipe: Path) -> None:
    before = image.recipe_tag(recipe)
    (recipe / "build.sh").write_text("true\n")
    assert image.recipe_tag(recipe) == before


def test_the_name_is_made_from_the_checkouts_recipe() -> None:
    assert image.image_reference() == f"microjudge-sandbox:{image.recipe_tag(image.RECIPE)}"


def test_without_a_recipe_the_message_names_the_variable(tmp_path: Path) -> None:
    with pytest.raises(BackendUnavailable, match=image.IMAGE_VARIABLE):
        image.recipe_tag(tmp_path)


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("registry.test:5000/judge:7", "7"),
        ("registry.test:5000/judge", "latest"),
        ("judge@sha256:0123", "0123"),
    ],
)
def test_the_folder_is_named_after_the_tag(
    monkeypatch: pytest.MonkeyPatch, name: str, folder: str
) -> None:
    monkeypatch.setenv(image.IMAGE_VARIABLE, name)
    assert image.image_reference() == name
    assert image.rootfs_default().name == folder


def test_a_folder_without_its_marker_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(image.ROOTFS_VARIABLE, str(tmp_path))
    assert image.rootfs_path() is None
    marker = tmp_path / image.MARKER
    marker.parent.mkdir()
    marker.touch()
    assert image.rootfs_path() == tmp_path


def test_the_home_folder_is_looked_at_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(image.IMAGE_VARIABLE, "judge:never-built-for-the-system")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "microjudge" / "rootfs" / "never-built-for-the-system"
    marker = folder / image.MARKER
    marker.parent.mkdir(parents=True)
    marker.touch()
    assert image.rootfs_path() == folder


def test_an_unknown_question_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert image.main(["--colour"]) == 2
    assert "usage" in capsys.readouterr().err
