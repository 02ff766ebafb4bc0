"""Golden programs: the verdict of each test case is stated, and every backend must give it.

A golden is a folder of `tests/golden/submissions/<language>/` with the program (`source.py`) and
`expect.json`: `problem` (a wire problem), `verdict`, `tests` (one verdict a test case), `why`, and
where they hold `stop_on_first_failure`, `bytes` (the program is not text, so it is given to the
judge as the bytes that it is) and `needs` (`isolation`: what the backend without any cannot show;
`numpy`: not part of Python). A text of the problem may be written as [text, times] pairs.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from sandbox.api import Slot
from sandbox.choose import build
from sandbox.model import Case, CompileFacts, Limits, Program, RunFacts
from sandbox.pool import SlotPool
from service.judging.judge import judge_submission
from service.judging.problem import prepare
from service.limits import LimitsPolicy
from service.settings import Settings
from trainer_client.wire import Problem, Submission, SubmissionResult

GOLDEN = Path(__file__).parents[1] / "golden" / "submissions"
FOLDERS = sorted(path.parent for path in GOLDEN.glob("*/*/expect.json"))
BACKENDS: dict[str, list[pytest.MarkDecorator]] = {
    "docker": [pytest.mark.docker],
    "bubblewrap": [pytest.mark.bubblewrap],
    "fake": [],
}


@dataclass(frozen=True, kw_only=True)
class Golden:
    """One golden program, read."""

    source: bytes
    language: str
    problem: Problem
    expect: dict[str, Any]  # JSON as it stands in the file


class AsBytes:
    """Slots that prepare the given bytes in place of the text that crossed the wire."""

    def __init__(self, slots: SlotPool, source: bytes) -> None:
        self._slots = slots
        self._source = source

    def acquire(self) -> Slot:
        return _BytesSlot(self._slots.acquire(), self._source)

    def release(self, slot: Slot) -> None:
        self._slots.release(slot.inner if isinstance(slot, _BytesSlot) else slot)

    def discard(self, slot: Slot) -> None:
        self._slots.discard(slot.inner if isinstance(slot, _BytesSlot) else slot)


class _BytesSlot:
    def __init__(self, inner: Slot, source: bytes) -> None:
        self.inner = inner
        self._source = source

    def prepare(self, program: Program, limits: Limits) -> CompileFacts:
        return self.inner.prepare(replace(program, source=self._source), limits)

    def run(self, case: Case) -> RunFacts:
        return self.inner.run(case)

    def finish(self) -> bool:
        return self.inner.finish()

    def destroy(self) -> None:
        self.inner.destroy()


def _text(written: str | list[list[Any]]) -> str:
    if isinstance(written, str):
        return written
    return "".join(text * times for text, times in written)


def _read(folder: Path) -> Golden:
    expect = json.loads((folder / "expect.json").read_text(encoding="utf-8"))
    problem = expect["problem"]
    for test in problem["tests"]:
        test.update(input=_text(test["input"]), output=_text(test["output"]))
    [source] = folder.glob("source*")
    return Golden(
        source=source.read_bytes(),
        language=folder.parent.name,
        problem=Problem.model_validate(problem),
        expect=expect,
    )


def _pairs() -> Iterator[Any]:
    for backend, marks in BACKENDS.items():
        for folder in FOLDERS:
            needs = json.loads((folder / "expect.json").read_text(encoding="utf-8")).get("needs")
            if backend != "fake" or not needs:
                yield pytest.param(backend, folder, marks=marks, id=f"{backend}-{folder.name}")


class Pools:
    """One pool of warm slots a backend, made when it is first asked for."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._made: dict[str, SlotPool] = {}

    def of(self, backend: str) -> SlotPool:
        if backend not in self._made:
            pool = SlotPool(self._stack.enter_context(closing(build(backend))))
            self._stack.callback(pool.close)
            self._made[backend] = pool
        return self._made[backend]

    @functools.cache  # noqa: B019 - lives as long as the module's tests
    def has_numpy(self, backend: str) -> bool:
        """Say whether programs find numpy: a machine without the image's root tree may lack it."""
        pool = self.of(backend)
        slot = pool.acquire()
        slot.prepare(Program(source=b"import numpy"), Limits())
        facts = slot.run(Case())
        slot.finish()
        pool.discard(slot)
        return facts.exit_code == 0


@pytest.fixture(scope="module")
def pools() -> Iterator[Pools]:
    with ExitStack() as stack:
        yield Pools(stack)


def _judge(slots: SlotPool, golden: Golden) -> SubmissionResult:
    submission = Submission(
        id="golden",
        problem="golden",
        language=golden.language,
        source=golden.source.decode("utf-8", "replace"),
    )
    as_bytes = golden.expect.get("bytes", False)
    return judge_submission(
        prepare(golden.problem),
        submission,
        AsBytes(slots, golden.source) if as_bytes else slots,
        limits=LimitsPolicy.of(Settings()).grant(golden.problem.limits),
        stop_on_first_failure=golden.expect.get("stop_on_first_failure", False),
    )


@pytest.mark.parametrize(("backend", "folder"), list(_pairs()))
def test_a_golden_program_gets_its_verdict(pools: Pools, backend: str, folder: Path) -> None:
    golden = _read(folder)
    if "numpy" in golden.expect.get("needs", []) and not pools.has_numpy(backend):
        pytest.skip("programs find no numpy here: build the root tree (make rootfs)")
    result = _judge(pools.of(backend), golden)
    messages = [(test.message or test.match_rule) for test in result.tests]
    shown = f"{golden.expect['why']}; {messages} {result.error} {result.compiler_output}"
    assert [test.verdict.value for test in result.tests] == golden.expect["tests"], shown
    assert result.verdict.value == golden.expect["verdict"], shown
    assert result.reward == (1.0 if golden.expect["verdict"] == "AC" else 0.0)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_golden_program_states_all_of_its_verdict(folder: Path) -> None:
    golden = _read(folder)
    tests = golden.expect["tests"]
    assert len(tests) == len(golden.problem.tests)
    first = next((verdict for verdict in tests if verdict != "AC"), "AC")
    assert golden.expect["verdict"] == ("CE" if first == "SK" else first)
    assert golden.expect["why"]
    is_text = golden.source.decode("utf-8", "ignore").encode() == golden.source
    assert golden.expect.get("bytes", False) != is_text
