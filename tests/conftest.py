"""Skips what this machine lacks, and fails instead where CI said that it must be there.

A test that needs something carries its marker: `redis`, `docker`, `bubblewrap`, `gpu`, `corpus`.
`MICROJUDGE_REQUIRE=docker,bubblewrap` turns the skips of these into failures; any other skip is
then a failure too, unless the test carries the marker of something that was not required.
"""

from __future__ import annotations

import functools
import importlib
import os
import shutil
import subprocess
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

REQUIRE_VARIABLE = "MICROJUDGE_REQUIRE"
CORPUS_VARIABLE = "MICROJUDGE_CORPUS"
_PROBE_LIMIT_S = 30
_TRIAL_BOX = ["--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "true"]


def _run(*command: str) -> str | None:
    """Return None where the command succeeds, else why it did not."""
    if shutil.which(command[0]) is None:
        return f"{command[0]} is not installed"
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_PROBE_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return f"{command[0]} did not answer within {_PROBE_LIMIT_S} s"
    if done.returncode == 0:
        return None
    words = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()
    return f"{' '.join(command[:3])} failed: {words[-1]}"


def _docker_lacks() -> str | None:
    image = importlib.import_module("sandbox.image").image_reference()
    return _run("docker", "info") or _run("docker", "image", "inspect", image)


def _bubblewrap_lacks() -> str | None:
    return _run("bwrap", *_TRIAL_BOX)


def _redis_lacks() -> str | None:
    if os.environ.get("MICROJUDGE_REDIS_URL") or shutil.which("redis-server"):
        return None
    return "neither MICROJUDGE_REDIS_URL nor redis-server is there"


def _gpu_lacks() -> str | None:
    return _run("nvidia-smi", "--list-gpus")


def _corpus_lacks() -> str | None:
    folder = os.environ.get(CORPUS_VARIABLE)
    if not folder:
        return f"{CORPUS_VARIABLE} is not set"
    return None if Path(folder).is_dir() else f"{CORPUS_VARIABLE}={folder} is not a folder"


_PROBES: dict[str, Callable[[], str | None]] = {
    "docker": _docker_lacks,
    "bubblewrap": _bubblewrap_lacks,
    "redis": _redis_lacks,
    "gpu": _gpu_lacks,
    "corpus": _corpus_lacks,
}


def _required() -> frozenset[str]:
    names = os.environ.get(REQUIRE_VARIABLE, "").split(",")
    return frozenset(name.strip() for name in names) - {""}


@functools.cache
def lacks(need: str) -> str | None:
    """Return why this machine cannot run tests marked `need`, or None where it can."""
    return _PROBES[need]()


def _needs(item: pytest.Item) -> set[str]:
    return {marker.name for marker in item.iter_markers()} & _PROBES.keys()


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a required thing that no marker stands for."""
    unknown = _required() - _PROBES.keys()
    if unknown:
        raise pytest.UsageError(f"{REQUIRE_VARIABLE}: unknown {', '.join(sorted(unknown))}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose need is not met; fail where the need was required."""
    for need in sorted(_needs(item)):
        reason = lacks(need)
        if reason is not None:
            (pytest.fail if need in _required() else pytest.skip)(f"needs {need}: {reason}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip that was not expected into a failure, where anything is required."""
    report = yield
    skipped = report.skipped and not hasattr(report, "wasxfail")
    if skipped and _required() and _needs(item) <= _required():
        report.outcome = "failed"
        report.longrepr = f"a skip that was not expected: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn the skip of a whole file into a failure, where anything is required."""
    report = yield
    if report.skipped and _required():
        report.outcome = "failed"
        report.longrepr = f"a skip that was not expected: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def corpus_folder() -> Path:
    """Return the folder of the labelled corpora; for tests marked `corpus`."""
    return Path(os.environ[CORPUS_VARIABLE])
