"""A language is offered only where its self-test is right."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from sandbox.languages import Language, all_languages, available
from sandbox.model import Case, CompileFacts, ExitKind, Limits, Program, RunFacts
from sandbox.self_test import passes


@dataclass
class ScriptedSlot:
    """A slot that answers one thing."""

    facts: RunFacts
    compiles: bool = True
    clean: bool = True
    finished: int = 0

    def prepare(self, program: Program, limits: Limits) -> CompileFacts:
        assert program.source
        return CompileFacts(ok=self.compiles)

    def run(self, case: Case) -> RunFacts:
        assert case.stdin
        return self.facts

    def finish(self) -> bool:
        self.finished += 1
        return self.clean

    def destroy(self) -> None:
        """Do nothing: nothing is held."""


def _printed(text: bytes, kind: ExitKind = ExitKind.EXITED) -> RunFacts:
    return RunFacts(exit_kind=kind, exit_code=0, stdout=text)


@pytest.mark.parametrize(
    ("slot", "right"),
    [
        (ScriptedSlot(_printed(b"42\n")), True),
        (ScriptedSlot(_printed(b"41\n")), False),
        (ScriptedSlot(_printed(b"")), False),
        (ScriptedSlot(_printed(b"42\n", ExitKind.CPU_LIMIT)), False),
        (ScriptedSlot(_printed(b"42\n"), compiles=False), False),
        (ScriptedSlot(_printed(b"42\n"), clean=False), False),
    ],
)
def test_only_the_right_sum_in_a_clean_slot_passes(slot: ScriptedSlot, right: bool) -> None:
    assert passes(slot, all_languages()["python"]) is right
    assert slot.finished == 1


def test_every_alias_leads_to_one_language() -> None:
    names = [
        name for language in all_languages().values() for name in (language.name, *language.aliases)
    ]
    assert len(names) == len(set(names))
    assert available()["python3"] == "python"


def test_a_language_s_file_is_its_wire_name() -> None:
    for name, language in all_languages().items():
        assert isinstance(language, Language)
        assert language.name == name
