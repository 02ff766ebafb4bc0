"""A problem made ready to judge: its tests decoded, its comparison chosen, its faults found.

Imports the wire types, the checkers' reader of values and the sandbox's types. Preparing is pure;
what is wrong with a problem is the caller's error (`BadProblem`) and never a verdict.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from sandbox.model import Case, Prelude, Program, RunMode
from service.checkers.value_text import NotAValue, parse_value
from service.errors import BadInput
from service.judging.kattis_flags import BadFlags, apply_flags
from service.judging.native_value import NotNative, native_value
from service.judging.policies import POLICY_NAMES, Policy, build_policy
from trainer_client import wire

_WARNINGS = threading.Lock()


class BadProblem(BadInput):
    """A problem cannot be judged as posted; the caller must mend the field at `path`.

    `path` is relative to the problem, such as `tests.3.input`.
    """

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message, path=path)
        self.message = message


@dataclass(frozen=True, kw_only=True, slots=True)
class PreparedTest:
    """One test case: what goes into the sandbox, and the answers, which never do.

    Attributes:
        case: the sandbox's part.
        answers: the answer, then accepted alternatives: bytes for `stdio`, values for `call`
            (see `value_text.parse_value`), none for `asserts`.
    """

    case: Case
    answers: tuple[object, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PreparedProblem:
    """A problem that can be judged as it is.

    Attributes:
        mode: how test cases drive the program.
        tests: at least one, in the order in which they are run.
        policy: how outputs are compared.
        fn_name: the function to call; for `RunMode.CALL` only.
        inplace: where the call returns None, the first argument after it is the output.
        prelude: names put into the program's globals.
    """

    mode: RunMode
    tests: tuple[PreparedTest, ...]
    policy: Policy
    fn_name: str | None
    inplace: bool
    prelude: Prelude

    def program(self, source: bytes, language: str) -> Program:
        """Return the sandbox's program for a source text."""
        return Program(
            source=source,
            language=language,
            mode=self.mode,
            fn_name=self.fn_name,
            inplace=self.inplace,
            prelude=self.prelude,
            value_form=self.policy.value_form,
        )


def prepare(
    problem: wire.Problem, *, policy: str | None = None, max_tests: int | None = None
) -> PreparedProblem:
    """Return a problem ready to judge.

    Args:
        problem: as posted.
        policy: the batch's policy, which holds for all its problems; None leaves each its own.
        max_tests: judge the first so many tests only, >= 1; None judges all.

    Raises:
        BadProblem: a test cannot be decoded, or a policy or flag is unknown; the caller must act.
    """
    mode = RunMode(problem.mode.value)
    hints = _hints(problem.checker)
    read = {
        RunMode.STDIO: _stdio_test,
        RunMode.CALL: _call_test,
        RunMode.ASSERTS: _asserts_test,
    }[mode]
    alternatives = hints.alternatives
    return PreparedProblem(
        mode=mode,
        tests=tuple(
            read(test, f"tests.{index}", alternatives)
            for index, test in enumerate(problem.tests[:max_tests])
        ),
        policy=_policy(policy, problem.checker, hints),
        fn_name=problem.fn_name if mode is RunMode.CALL else None,
        inplace=problem.inplace,
        prelude=_prelude(problem),
    )


def text_bytes(text: str) -> bytes:
    """Return the UTF-8 bytes of a text; a lone surrogate, which UTF-8 has not, keeps its own."""
    return text.encode("utf-8", "surrogatepass")


def _hints(checker: wire.CheckerSpec) -> wire.Hints:
    try:
        hints = apply_flags(checker.flags, checker.hints)
    except BadFlags as error:
        raise BadProblem("checker.flags", str(error)) from None
    if checker.kind == "float" and "numbers_are_float" not in hints.model_fields_set:
        return hints.model_copy(update={"numbers_are_float": True})
    return hints


def _policy(batch_policy: str | None, checker: wire.CheckerSpec, hints: wire.Hints) -> Policy:
    asked = checker.policy if batch_policy is None else batch_policy
    name = "default" if asked is None else asked
    try:
        return build_policy(name, hints)
    except KeyError:
        path = "checker.policy" if batch_policy is None else "policy"
        known = ", ".join(POLICY_NAMES)
        raise BadProblem(path, f"{name[:40]!r} is not a policy; known: {known}") from None


def _prelude(problem: wire.Problem) -> Prelude:
    if problem.prelude is not None:
        return Prelude(problem.prelude)
    return Prelude.LEETCODE if problem.mode is wire.Mode.CALL else Prelude.NONE


def _stdio_test(test: wire.TestCase, _: str, alternatives: Sequence[str]) -> PreparedTest:
    return PreparedTest(
        case=Case(stdin=text_bytes(test.input)),
        answers=tuple(text_bytes(text) for text in (test.output, *alternatives)),
    )


def _call_test(test: wire.TestCase, path: str, alternatives: Sequence[str]) -> PreparedTest:
    text = test.input.rstrip()
    lines = text.split("\n") if text else []
    arguments = tuple(
        _argument(line, f"{path}.input", number) for number, line in enumerate(lines, 1)
    )
    answers = [_value(test.output, f"{path}.output", "")]
    answers += [
        _value(text, f"checker.hints.alternatives.{index}", "")
        for index, text in enumerate(alternatives)
    ]
    return PreparedTest(case=Case(arguments=arguments), answers=tuple(answers))


def _asserts_test(test: wire.TestCase, path: str, _: Sequence[str]) -> PreparedTest:
    try:
        # As the guest does it: all of the compiler, not its grammar alone, and from bytes. What
        # it warns of is nobody's business here; the filters are the process's, hence the lock.
        with _WARNINGS, warnings.catch_warnings(action="ignore"):
            compile(text_bytes(test.input), "<tests>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadProblem(f"{path}.input", f"the test code does not compile: {error}") from None
    return PreparedTest(case=Case(test_code=test.input), answers=())


def _argument(text: str, path: str, line: int) -> object:
    try:
        return native_value(_value(text, path, f"line {line}: "))
    except NotNative as error:
        raise BadProblem(path, f"line {line}: {error}") from None


def _value(text: str, path: str, where: str) -> object:
    try:
        return parse_value(text)
    except NotAValue as error:
        raise BadProblem(path, f"{where}not a JSON value or Python literal: {error}") from None
