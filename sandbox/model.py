"""What goes into a sandbox and what is known afterwards: facts, never verdicts.

Imports the standard library only. Every type is a frozen value. `ExitKind` says how a run ended;
whether that is right or wrong is decided in `service.judging`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

MIB = 1024 * 1024


class ExitKind(StrEnum):
    """How one run of a program ended."""

    INVALID = "invalid"
    EXITED = "exited"
    SIGNALED = "signaled"
    CPU_LIMIT = "cpu_limit"
    WALL_LIMIT = "wall_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"


class RunMode(StrEnum):
    """What the guest does with a program: runs it, calls a function of it, or adds asserts."""

    STDIO = "stdio"
    CALL = "call"
    ASSERTS = "asserts"


class Prelude(StrEnum):
    """Names that a program finds in its globals besides Python's own (never in its text)."""

    NONE = "none"
    LEETCODE = "leetcode"
    LIVECODEBENCH = "livecodebench"


class ValueForm(StrEnum):
    """How a called function's value is read in its own process, before it is sent out.

    PLAIN: what is a sequence to people is a list: deque, range, numpy's arrays.
    DRAINED: plain; iterators are run to their end, up to a limit, and are lists of their items.
    NATIVE: what Python's `==` tells apart stays apart: no deque is a list, and numpy's values keep
        their type and shape.
    """

    PLAIN = "plain"
    DRAINED = "drained"
    NATIVE = "native"


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """What one test case may use; granted, so already clamped to what the server allows.

    Attributes:
        cpu_time_s: CPU seconds of the whole process tree, > 0.
        wall_time_s: seconds asleep or running, not counting time spent waiting for a CPU, > 0.
        memory_bytes: resident bytes of the process tree, files in scratch included.
        output_bytes: bytes of stdout, and of stderr, each; one byte more is an output limit.
        pids: processes and threads at one time.
    """

    cpu_time_s: float = 10.0
    wall_time_s: float = 21.0
    memory_bytes: int = 1024 * MIB
    output_bytes: int = 16 * MIB
    pids: int = 64


@dataclass(frozen=True, kw_only=True, slots=True)
class Program:
    """One untrusted program, prepared once and then run once a test case.

    Attributes:
        source: the program's bytes as given.
        language: wire name of the language, a file name of `sandbox/languages`.
        mode: how test cases drive it.
        fn_name: the function, or method of `Solution`, to call; for `RunMode.CALL` only.
        inplace: report the first argument as it is after the call.
        prelude: names put into the program's globals.
        value_form: how what the call gives back is read; for `RunMode.CALL` only.
    """

    source: bytes
    language: str = "python"
    mode: RunMode = RunMode.STDIO
    fn_name: str | None = None
    inplace: bool = False
    prelude: Prelude = Prelude.NONE
    value_form: ValueForm = ValueForm.PLAIN


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """What one test case puts into the sandbox; answers never do.

    Attributes:
        stdin: standard input (`RunMode.STDIO`).
        arguments: decoded values for the call (`RunMode.CALL`).
        test_code: code to run after the program (`RunMode.ASSERTS`).
    """

    stdin: bytes = b""
    arguments: tuple[object, ...] = ()
    test_code: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompileFacts:
    """What preparing a program showed.

    Attributes:
        ok: False where the program cannot be run at all (syntax error, compiler error).
        output: the compiler's message, UTF-8 with replacement, cut to 8 KiB.
    """

    ok: bool
    output: str = ""


@dataclass(frozen=True, slots=True)
class Unserialisable:
    """Stands for a returned value that has no typed encoding; `reason` names its type."""

    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CallFacts:
    """What a call gave back (see `sandbox.values` for the types that occur).

    Attributes:
        returned: the returned value, or `Unserialisable`.
        first_argument: the first argument after the call, where the program's `inplace` asked
            for it or the call returned None; None otherwise.
    """

    returned: object
    first_argument: object = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RunFacts:
    """What one run of a program did.

    Attributes:
        exit_kind: how it ended.
        exit_code: exit status where `exit_kind` is EXITED, else None.
        signal: number of the ending signal where `exit_kind` is SIGNALED, else None.
        cpu_time_s: user and system CPU seconds of the process tree.
        wall_time_s: seconds from start to end.
        memory_bytes: peak resident bytes, 0 where unknown.
        stdout: what it printed, at most `Limits.output_bytes`.
        stderr: the last 64 KiB of its standard error.
        call: the call's outcome, in `RunMode.CALL` where the function returned.
        asserts_passed: in `RunMode.ASSERTS`, True only where the harness reached the end of the
            test code and proved it with a token that the program could not know.
        failure: in `RunMode.CALL` and `ASSERTS`, how the harness saw it fail: the exception's type
            name ("AssertionError"), "missing_function", or "" where it did not.
    """

    exit_kind: ExitKind
    exit_code: int | None = None
    signal: int | None = None
    cpu_time_s: float = 0.0
    wall_time_s: float = 0.0
    memory_bytes: int = 0
    stdout: bytes = b""
    stderr: bytes = b""
    call: CallFacts | None = None
    asserts_passed: bool = False
    failure: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Guarantees:
    """What a backend enforces on this machine: True is on, False is off, each listed by `doctor`.

    Attributes:
        network_off: no network but a loopback of its own.
        memory_cgroup: memory is limited and counted by a cgroup of the slot's own.
        pids_limit: processes are limited.
        seccomp: a system call filter is installed.
        fresh_uid: each submission runs as a user id of its own, not the supervisor's.
        read_only_root: nothing but the scratch folders can be written.
        pid_namespace: no process outside the slot can be seen or signalled.
        notes: one sentence for each thing that is off, with what mends it.
    """

    network_off: bool
    memory_cgroup: bool
    pids_limit: bool
    seccomp: bool
    fresh_uid: bool
    read_only_root: bool
    pid_namespace: bool
    notes: tuple[str, ...] = field(default=())
