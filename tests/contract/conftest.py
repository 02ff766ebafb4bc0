"""One warm slot of each backend, and the programs that the contract runs in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from sandbox.api import Sandbox, Slot
from sandbox.choose import build
from sandbox.errors import SlotLost
from sandbox.model import Case, CompileFacts, Limits, Prelude, Program, RunFacts, RunMode

BACKENDS = [
    pytest.param("docker", marks=pytest.mark.docker),
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
]
WITH_FAKE = [*BACKENDS, pytest.param("fake")]
QUICK = Limits(cpu_time_s=2, wall_time_s=5)


@dataclass
class Judged:
    """What one program did: `cases` in the order of the test cases."""

    compiled: CompileFacts
    clean: bool
    cases: list[RunFacts] = field(default_factory=list[RunFacts])


class Bench:
    """Runs whole programs in slots of one backend; replaces a slot that is not clean."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.slot: Slot = sandbox.open_slot()

    def judge(self, program: Program, cases: list[Case], limits: Limits = QUICK) -> Judged:
        compiled = self.slot.prepare(program, limits)
        facts: list[RunFacts] = []
        clean = True
        while compiled.ok and len(facts) < len(cases):
            try:
                facts.append(self.slot.run(cases[len(facts)]))
            except SlotLost:
                # The case before took the slot with it; its facts are known.
                assert facts
                clean = False
                self._replace()
                self.slot.prepare(program, limits)
        clean = self.slot.finish() and clean
        if not clean:
            self._replace()
        return Judged(compiled=compiled, clean=clean, cases=facts)

    def _replace(self) -> None:
        self.slot.destroy()
        self.slot = self.sandbox.open_slot()

    def script(self, source: str | bytes, *inputs: bytes, limits: Limits = QUICK) -> Judged:
        text = source if isinstance(source, bytes) else source.encode()
        cases = [Case(stdin=stdin) for stdin in inputs or (b"",)]
        return self.judge(Program(source=text), cases, limits)

    def call(self, source: str, *arguments: object, inplace: bool = False) -> RunFacts:
        program = Program(
            source=source.encode(),
            mode=RunMode.CALL,
            fn_name="f",
            inplace=inplace,
            prelude=Prelude.LEETCODE,
        )
        return self.judge(program, [Case(arguments=arguments)]).cases[0]

    def asserts(self, source: str, *tests: str) -> list[RunFacts]:
        program = Program(source=source.encode(), mode=RunMode.ASSERTS)
        return self.judge(program, [Case(test_code=test) for test in tests]).cases

    def close(self) -> None:
        self.slot.destroy()
        self.sandbox.close()


@pytest.fixture(scope="module", params=WITH_FAKE)
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """Every backend, the one without isolation among them."""
    made = Bench(build(request.param))
    yield made
    made.close()


@pytest.fixture(scope="module", params=BACKENDS)
def isolated(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """Every backend that isolates."""
    made = Bench(build(request.param))
    yield made
    made.close()
