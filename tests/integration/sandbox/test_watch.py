"""One run seen from outside: what it printed, and what it said on its line to the runner.

What a program says is hostile input: it is read, or it is nothing; the runner goes on.
"""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandbox.guest import kernel
from sandbox.guest.counters import CgroupFiles
from sandbox.guest.watch import LINE_FD, RESULT_FD, Watch

LIMITS = {"cpu_time_s": 10.0, "wall_time_s": 20.0, "output_bytes": 1000, "memory_bytes": 1 << 28}
Program = Callable[[], object]


def plan(mode: str, **limits: float) -> dict[str, Any]:
    return {"mode": mode, "limits": {**LIMITS, **limits}}


def follow(program: Program, asked: dict[str, Any], blob: bytes = b"") -> Watch:
    """Run a function of ours as a program would run, and follow it to its end."""
    watch = Watch(asked, CgroupFiles(-1, -1), blob)
    pid = os.fork()
    if pid == 0:
        status = 99
        try:
            kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
            watch.enter_child()
            program()
            status = 0
        finally:
            os._exit(status)
    watch.follow(pid)
    return watch


def say(*messages: bytes) -> Program:
    def program() -> None:
        line = socket.socket(fileno=LINE_FD)
        for message in messages:
            line.send(message)

    return program


def said(*messages: bytes) -> tuple[bool, str]:
    """Return whether a program that says this has proved its tests, and how they failed."""
    watch = follow(say(*messages), plan("asserts"))
    watch.close()
    return watch.proved, watch.failure


def parts(watch: Watch) -> Iterator[bytes]:
    _, files = watch.outputs()
    for descriptor, size in files:
        yield os.pread(descriptor, size, 0)


def test_the_failure_that_a_program_names_is_kept() -> None:
    assert said(b'{"failure": "AssertionError"}') == (False, "AssertionError")


def test_a_long_name_is_cut() -> None:
    assert said(json.dumps({"failure": "A" * 3000}).encode()) == (False, "A" * 100)


@given(st.binary(min_size=1, max_size=100).filter(lambda message: message != b"tests"))
@settings(max_examples=50)
@example(b"[" * 4000)
@example(b'{"failure":' * 300)
@example(b'{"failure":' + b"[" * 4000)
@example(b"9" * 4096)
@example(b'{"failure": 5}')
@example(b'{"failure": null}')
@example(b'{"failures": "x"}')
@example(b'["failure"]')
@example(b'"failure"')
@example(b"\xff\xfe\x00")
@example(b"x" * 20_000)
def test_what_is_no_failure_is_nothing(message: bytes) -> None:
    assert said(message) == (False, "")


def test_no_word_but_the_token_proves_anything() -> None:
    assert said(b"\0" * 16, b"", b"proved", bytes(range(16))) == (False, "")


def test_the_token_comes_with_the_tests_and_proves_them() -> None:
    def program() -> None:
        line = socket.socket(fileno=LINE_FD)
        line.send(b"tests")
        token, descriptors, _, _ = socket.recv_fds(line, 64, 1)
        if os.pread(descriptors[0], 100, 0) == b"assert True":
            line.send(token)

    watch = follow(program, plan("asserts"), b"assert True")
    assert watch.proved
    watch.close()


def test_a_program_that_never_stops_talking_is_heard_for_a_while() -> None:
    watch = follow(say(*[b"word"] * 64, b'{"failure": "late"}'), plan("asserts"))
    assert (watch.proved, watch.failure) == (False, "")
    watch.close()


def test_outputs_are_cut_to_the_limit_and_their_sizes_tell() -> None:
    def program() -> None:
        os.write(1, b"o" * 1001)
        os.write(2, b"e" * 500)

    watch = follow(program, plan("stdio"))
    sizes, _ = watch.outputs()
    assert sizes == [1001, 500]
    assert list(parts(watch)) == [b"o" * 1000, b"e" * 500]
    watch.close()


def test_of_a_long_stderr_the_end_is_sent() -> None:
    def program() -> None:
        os.write(2, b"start" + b"e" * 65536 + b"end")

    watch = follow(program, plan("stdio", output_bytes=100_000))
    sizes, _ = watch.outputs()
    assert sizes == [0, 65536 + 8]
    assert list(parts(watch)) == [b"", b"e" * 65533 + b"end"]
    watch.close()


def test_a_call_has_a_third_file() -> None:
    watch = follow(lambda: os.write(RESULT_FD, b"R1"), plan("call"), b"[1]")
    assert list(parts(watch)) == [b"", b"", b"R1"]
    watch.close()


@pytest.mark.parametrize(("mode", "read"), [("stdio", b"input"), ("call", b""), ("asserts", b"")])
def test_only_a_script_has_an_input(mode: str, read: bytes) -> None:
    watch = follow(lambda: os.write(1, os.read(0, 100)), plan(mode), b"input")
    assert next(parts(watch)) == read
    watch.close()


def test_a_program_has_the_runs_files_and_no_others() -> None:
    def program() -> None:
        names = sorted(int(path.name) for path in Path("/proc/self/fd").iterdir())
        os.write(1, str(names).encode())

    held = os.open("/dev/null", os.O_RDONLY)
    watch = follow(program, plan("stdio"))
    os.close(held)
    # The fourth is the listing's own.
    assert next(parts(watch)) == b"[0, 1, 2, 3]"
    watch.close()


def test_a_spinning_program_is_ended_by_its_cpu_time() -> None:
    def program() -> None:
        while True:
            pass

    watch = follow(program, plan("stdio", cpu_time_s=0.05))
    ended = watch.ended(0.0)
    assert (ended.stopped, ended.status) == ("cpu", signal.SIGKILL)
    assert ended.cpu_s >= 0.05
    watch.close()


def test_a_sleeping_program_is_ended_by_the_wall_clock() -> None:
    watch = follow(signal.pause, plan("stdio", wall_time_s=0.05))
    ended = watch.ended(0.0)
    assert (ended.stopped, ended.status) == ("wall", signal.SIGKILL)
    assert ended.wall_s >= 0.05
    watch.close()


def test_a_flood_is_ended_while_it_runs() -> None:
    def program() -> None:
        os.write(1, b"x" * 1001)
        signal.pause()

    watch = follow(program, plan("stdio"))
    assert watch.ended(0.0).stopped == "output"
    watch.close()


def test_what_orphans_used_is_added() -> None:
    watch = follow(lambda: None, plan("stdio"))
    ended = watch.ended(5.0)
    assert (ended.status, ended.stopped) == (0, "")
    assert 5.0 <= ended.cpu_s < 10.0
    watch.close()
