"""Which root tree programs see: the image's name, and where the same tree is unpacked as a folder.

Standard library only; runs before anything is installed (`deploy/sandbox/build.sh` asks it for
every name). The tag is a hash over the recipe in `deploy/sandbox`, so a changed recipe is a new
image and a stale one is never used by mistake. A folder counts only if it holds `MARKER`, which is
written last.

    python3 -m sandbox.image             the image's name
    python3 -m sandbox.image --rootfs    the folder that build.sh --rootfs makes
    python3 -m sandbox.image --marker    path of the marker inside the folder
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

from sandbox.errors import BackendUnavailable

REPOSITORY = "microjudge-sandbox"
MARKER = "etc/microjudge-rootfs"
IMAGE_VARIABLE = "MICROJUDGE_SANDBOX_IMAGE"
ROOTFS_VARIABLE = "MICROJUDGE_SANDBOX_ROOTFS"
RECIPE = Path(__file__).resolve().parent.parent / "deploy" / "sandbox"
SYSTEM_FOLDER = Path("/var/lib/microjudge/rootfs")


def image_reference() -> str:
    """Return the sandbox image's name with its tag.

    Returns:
        `$MICROJUDGE_SANDBOX_IMAGE` where set, else `microjudge-sandbox:<hash of the recipe>`.

    Raises:
        BackendUnavailable: neither the variable nor the recipe is there; the operator must act.
    """
    override = os.environ.get(IMAGE_VARIABLE)
    return override or f"{REPOSITORY}:{recipe_tag(RECIPE)}"


def recipe_tag(recipe: Path) -> str:
    """Return the first 12 hex digits of a SHA-256 over the names and bytes of a recipe's files.

    Args:
        recipe: a folder laid out as `deploy/sandbox`.

    Raises:
        BackendUnavailable: the folder holds no Dockerfile.
    """
    if not (recipe / "Dockerfile").is_file():
        raise BackendUnavailable(
            f"no recipe of the sandbox image in {recipe}: "
            f"run from a checkout, or set {IMAGE_VARIABLE} to an image's name"
        )
    files = [recipe / "Dockerfile", recipe / "install.sh", *recipe.glob("packages/*.txt")]
    digest = hashlib.sha256()
    for path in sorted(files):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(recipe).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:12]


def rootfs_path() -> Path | None:
    """Return the folder that holds the image's root tree, or None if there is no complete one."""
    for candidate in _candidates():
        if (candidate / MARKER).is_file():
            return candidate
    return None


def rootfs_default() -> Path:
    """Return where the folder is made: `/var/lib/microjudge` for root, else the home folder."""
    override = os.environ.get(ROOTFS_VARIABLE)
    if override:
        return Path(override)
    return (SYSTEM_FOLDER if os.geteuid() == 0 else _home_folder()) / _tag()


def _candidates() -> list[Path]:
    override = os.environ.get(ROOTFS_VARIABLE)
    if override:
        return [Path(override)]
    tag = _tag()
    return [SYSTEM_FOLDER / tag, _home_folder() / tag]


def _home_folder() -> Path:
    data = os.environ.get("XDG_DATA_HOME")
    base = Path(data) if data else Path.home() / ".local" / "share"
    return base / "microjudge" / "rootfs"


def _tag() -> str:
    """Return the tag of the image's name, or its digest; `latest` where it has neither."""
    _, colon, tag = image_reference().rpartition(":")
    return tag if colon and "/" not in tag else "latest"


def main(arguments: list[str]) -> int:
    """Print the name that was asked for; return 0, or 2 for a question that is not known."""
    answers: dict[tuple[str, ...], Callable[[], object]] = {
        (): image_reference,
        ("--rootfs",): rootfs_default,
        ("--marker",): lambda: MARKER,
    }
    answer = answers.get(tuple(arguments))
    if answer is None:
        sys.stderr.write("usage: python3 -m sandbox.image [--rootfs | --marker]\n")
        return 2
    sys.stdout.write(f"{answer()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
