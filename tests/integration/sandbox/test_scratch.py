"""The scratch folders are empty after a wipe, whatever a program built there."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sandbox.guest import scratch

# As in an isolated slot where the tests run as root; elsewhere programs share our user.
UID = 54321 if os.geteuid() == 0 else None


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a scratch folder as the box has it: root's, sticky, open to everyone."""
    path = Path(tempfile.mkdtemp(prefix="microjudge-scratch-"))
    path.chmod(0o1777)
    yield path
    scratch.wipe([str(path)], "", UID)
    shutil.rmtree(path, ignore_errors=True)


def as_program(folder: Path, build: Callable[[], object]) -> None:
    """Run `build` in a folder as the program's user."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            if UID is not None:
                os.setresgid(UID, UID, UID)
                os.setresuid(UID, UID, UID)
            os.chdir(folder)
            build()
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(pid, 0)[1] == 0


def deep(levels: int, name: str) -> None:
    for _ in range(levels):
        Path(name).mkdir()
        os.chdir(name)
    Path("file").touch()


def wide() -> None:
    for number in range(200):
        Path(f"d{number}").mkdir()
        for file in range(20):
            Path(f"d{number}", f"f{file}").touch()


def bushy() -> None:
    """Make folders in folders, 5 levels of 4, with a file in each."""
    for number in range(4**5):
        digits = [str(number // 4**power % 4) for power in range(5)]
        for depth in range(1, 6):
            Path(*digits[:depth]).mkdir(exist_ok=True)
            Path(*digits[:depth], "file").touch()


def locked() -> None:
    """Make folders that nobody may list, enter or change, one in another."""
    Path("a/b/c").mkdir(parents=True)
    Path("a/b/c/file").touch(mode=0)
    for path, mode in (("a/b/c", 0o000), ("a/b", 0o300), ("a", 0o500)):
        Path(path).chmod(mode)
    Path("closed").mkdir(mode=0)


def odd_names() -> None:
    for name in (
        "-rf",
        " ",
        "\n",
        "~",
        "*",
        b"\xff\xfe".decode(errors="surrogateescape"),
        "x" * 255,
    ):
        Path(name).mkdir()
        Path(name, name).touch()
        Path(f"{name[:-1]}.").touch()


def special_files() -> None:
    os.mkfifo("fifo")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
    Path("folder").mkdir()
    os.mkfifo("folder/fifo")
    Path("sparse").touch()
    os.truncate("sparse", 1 << 30)
    os.link("sparse", "folder/linked")


def links() -> None:
    Path("loop").symlink_to("loop")
    Path("up").symlink_to("..")
    Path("folder").mkdir()
    Path("folder/here").symlink_to(".")
    Path("folder/gone").symlink_to("/does/not/exist")


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(lambda: None, id="nothing"),
        pytest.param(lambda: Path("file").touch(), id="one file"),
        pytest.param(lambda: Path("folder").mkdir(), id="one folder"),
        pytest.param(lambda: deep(3000, "d"), id="deeper than Python recurses"),
        pytest.param(lambda: deep(200, "long" * 60), id="a path longer than the kernel takes"),
        wide,
        bushy,
        locked,
        odd_names,
        special_files,
        links,
    ],
)
def test_a_wiped_folder_is_empty(folder: Path, build: Callable[[], object]) -> None:
    as_program(folder, build)
    assert scratch.wipe([str(folder)], "", UID)
    assert list(folder.iterdir()) == []


def test_the_kept_file_stays_and_nothing_else(folder: Path) -> None:
    kept = folder / "solution.py"
    kept.write_text("print()")
    as_program(folder, lambda: Path("other.py").touch())
    as_program(folder, lambda: Path("solution").mkdir())
    assert scratch.wipe([str(folder)], str(kept), UID)
    assert list(folder.iterdir()) == [kept]
    assert kept.read_text() == "print()"


def test_every_folder_is_wiped(folder: Path) -> None:
    folders = [folder / name for name in ("one", "two", "three")]
    for path in folders:
        path.mkdir()
        path.chmod(0o1777)
    for path in folders[:2]:
        as_program(path, bushy)
    names = [str(path) for path in folders]
    assert scratch.leftovers(names, "")
    assert scratch.wipe(names, "", UID)
    assert not scratch.leftovers(names, "")


def test_a_link_out_is_not_followed(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "inner").mkdir(parents=True)
    (outside / "inner" / "file").write_text("ours")
    for path in (tmp_path, outside, outside / "inner"):
        path.chmod(0o755)

    def build() -> None:
        Path("to-folder").symlink_to(outside)
        Path("to-file").symlink_to(outside / "inner" / "file")
        Path("nested").mkdir()
        Path("nested/to-folder").symlink_to(outside)
        with contextlib.suppress(OSError):
            os.link(outside / "inner" / "file", "hard")

    as_program(folder, build)
    modes = [path.stat().st_mode for path in (outside, outside / "inner")]
    assert scratch.wipe([str(folder)], "", UID)
    assert (outside / "inner" / "file").read_text() == "ours"
    assert [path.stat().st_mode for path in (outside, outside / "inner")] == modes


def test_what_cannot_be_removed_is_said(folder: Path) -> None:
    """A file of another user in a sticky folder, or one in a folder that has gone."""
    missing = folder / "missing"
    with pytest.raises(FileNotFoundError):
        scratch.wipe([str(missing)], "", UID)
    if UID is not None:
        (folder / "of-root").touch()
        as_program(folder, lambda: Path("of-the-program").touch())
        assert not scratch.wipe([str(folder)], "", UID)
        assert [path.name for path in folder.iterdir()] == ["of-root"]
        (folder / "of-root").unlink()


def test_a_clean_folder_costs_no_process(folder: Path) -> None:
    before = os.times().children_user + os.times().children_system
    assert scratch.wipe([str(folder)], "", UID)
    assert os.times().children_user + os.times().children_system == before
