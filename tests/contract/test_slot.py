"""What every backend does alike: facts of programs that mean no harm."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from fractions import Fraction

import psutil
import pytest

from sandbox.backends.docker import OWNER_LABEL
from sandbox.languages import Language, all_languages
from sandbox.model import MIB, Case, ExitKind, Limits, Program, Unserialisable
from sandbox.owner import own_mark
from sandbox.self_test import passes
from sandbox.values import DictValue, SetValue
from tests.contract.conftest import Bench


def test_a_program_reads_its_input_and_prints(bench: Bench) -> None:
    judged = bench.script("print(int(input()) + int(input()))", b"1\n2\n", b"20\n22\n")
    assert [case.stdout for case in judged.cases] == [b"3\n", b"42\n"]
    assert all(case.exit_kind is ExitKind.EXITED for case in judged.cases)
    assert all(case.exit_code == 0 for case in judged.cases)
    assert judged.clean


def test_time_and_memory_are_measured(bench: Bench) -> None:
    [facts] = bench.script("x = bytearray(50_000_000)\nfor i in range(10**6): pass").cases
    assert 0 < facts.cpu_time_s < facts.wall_time_s + 1
    assert 50_000_000 < facts.memory_bytes < 200_000_000


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("print(", "SyntaxError"),
        ("if True:\nprint(1)", "IndentationError"),
        (b"print('\xff')", "SyntaxError"),
        (b"print(1)\0", "null byte"),
        ("nonlocal x", "SyntaxError"),
        ("(" * 500 + ")" * 500, "too many nested parentheses"),
    ],
)
def test_a_program_that_does_not_compile_says_why(
    bench: Bench, source: str | bytes, said: str
) -> None:
    judged = bench.script(source)
    assert not judged.compiled.ok
    assert said in judged.compiled.output
    assert judged.clean


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("import sys; sys.exit(3)", 3),
        ("raise SystemExit('words')", 1),
        ("import os; os._exit(7)", 7),
        ("1/0", 1),
        ("exit()", 0),
    ],
)
def test_exit_codes_are_reported(bench: Bench, source: str, code: int) -> None:
    [facts] = bench.script(source).cases
    assert (facts.exit_kind, facts.exit_code) == (ExitKind.EXITED, code)


def test_a_traceback_shows_the_program_alone(bench: Bench) -> None:
    [facts] = bench.script("def f():\n    1/0\nf()").cases
    lines = facts.stderr.decode().splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[1].endswith('solution.py", line 3, in <module>')
    assert lines[-1] == "ZeroDivisionError: division by zero"
    assert "boot.py" not in facts.stderr.decode()


def test_death_by_signal_is_reported(bench: Bench) -> None:
    [facts] = bench.script("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)").cases
    assert (facts.exit_kind, facts.signal) == (ExitKind.SIGNALED, signal.SIGSEGV)


def test_an_endless_loop_is_ended_by_its_cpu_time(bench: Bench) -> None:
    limits = Limits(cpu_time_s=0.3, wall_time_s=30)
    [facts] = bench.script("while True: pass", limits=limits).cases
    assert facts.exit_kind is ExitKind.CPU_LIMIT
    assert facts.cpu_time_s >= 0.3


def test_holding_too_much_memory_is_a_memory_limit_with_or_without_a_cgroup(bench: Bench) -> None:
    source = """
import mmap, time
space = mmap.mmap(-1, 300_000_000)
for start in range(0, len(space), 4096):
    space[start] = 1
time.sleep(100)
"""
    limits = Limits(cpu_time_s=5, wall_time_s=30, memory_bytes=128 * MIB)
    [facts] = bench.script(source, limits=limits).cases
    assert facts.exit_kind is ExitKind.MEMORY_LIMIT


def test_a_sleeper_is_ended_by_the_wall_clock(bench: Bench) -> None:
    limits = Limits(cpu_time_s=5, wall_time_s=0.3)
    [facts] = bench.script("import time; time.sleep(1000)", limits=limits).cases
    assert facts.exit_kind is ExitKind.WALL_LIMIT
    assert facts.cpu_time_s < 0.3


def test_output_before_the_time_limit_is_kept(bench: Bench) -> None:
    limits = Limits(cpu_time_s=0.2, wall_time_s=30)
    [facts] = bench.script("print('early', flush=True)\nwhile True: pass", limits=limits).cases
    assert (facts.exit_kind, facts.stdout) == (ExitKind.CPU_LIMIT, b"early\n")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_output_past_the_limit_is_an_output_limit(bench: Bench, stream: str) -> None:
    source = f"import sys\nwhile True: sys.{stream}.write('x' * 4096)"
    [facts] = bench.script(source, limits=Limits(output_bytes=100_000)).cases
    assert facts.exit_kind is ExitKind.OUTPUT_LIMIT
    assert len(facts.stdout) <= 100_000


def test_output_of_exactly_the_limit_is_within_it(bench: Bench) -> None:
    limits = Limits(output_bytes=100_000)
    [facts] = bench.script("print('x' * 99_999)", limits=limits).cases
    assert (facts.exit_kind, len(facts.stdout)) == (ExitKind.EXITED, 100_000)


def test_a_program_that_swallows_the_output_error_is_still_over(bench: Bench) -> None:
    source = """
import sys
try:
    while True: sys.stdout.write('x' * 4096)
except OSError:
    pass
import os
os._exit(0)
"""
    [facts] = bench.script(source, limits=Limits(output_bytes=50_000)).cases
    assert facts.exit_kind is ExitKind.OUTPUT_LIMIT


def test_odd_bytes_pass_unchanged(bench: Bench) -> None:
    blob = bytes(range(256)) * 40_000
    echo = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
    [facts] = bench.script(echo, blob).cases
    assert facts.stdout == blob


def test_input_that_is_never_read_blocks_nothing(bench: Bench) -> None:
    [facts] = bench.script("print('done')", b"x" * 10_000_000).cases
    assert facts.stdout == b"done\n"


def test_of_stderr_the_end_is_kept(bench: Bench) -> None:
    [facts] = bench.script("import sys\nsys.stderr.write('a' * 10**6 + 'THE END')").cases
    assert len(facts.stderr) == 65536
    assert facts.stderr.endswith(b"THE END")


def test_nothing_is_left_for_the_next_case(bench: Bench) -> None:
    source = """
import os, sys
print(sorted(os.listdir('.')), os.environ.get('LEFT'), hasattr(sys, 'left'))
open('left.txt', 'w').write('x')
os.makedirs('deep/er')
os.chmod('deep', 0)
os.environ['LEFT'] = '1'
sys.left = 1
"""
    judged = bench.script(source, b"", b"")
    expected = b"['solution.py'] None False\n"
    assert [case.stdout for case in judged.cases] == [expected, expected]
    assert judged.clean


def test_the_hash_seed_is_fixed(bench: Bench) -> None:
    first = bench.script("print(hash('microjudge'))").cases[0].stdout
    assert bench.script("print(hash('microjudge'))").cases[0].stdout == first


def test_random_numbers_differ_between_runs(bench: Bench) -> None:
    judged = bench.script("import random; print(random.random())", b"", b"")
    assert judged.cases[0].stdout != judged.cases[1].stdout


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("[1, 'a', None, True, 2.5]", [1, "a", None, True, 2.5]),
        ("(1, (2,))", (1, (2,))),
        ("{1: 'a'}", DictValue(((1, "a"),))),
        ("{1}", SetValue((1,))),
        ("10**400", 10**400),
        ("deque([1])", [1]),
        ("b'\\xff'", b"\xff"),
        ("__import__('fractions').Fraction(1, 3)", Fraction(1, 3)),
        ("ListNode(1, ListNode(2))", [1, 2]),
        ("TreeNode(1, None, TreeNode(2))", [1, None, 2]),
    ],
)
def test_a_returned_value_keeps_its_type(bench: Bench, expression: str, value: object) -> None:
    facts = bench.call(f"def f(): return {expression}")
    assert facts.call is not None
    assert facts.call.returned == value
    assert type(facts.call.returned) is type(value)


@pytest.mark.parametrize(
    "expression",
    ["iter([1])", "object()", "lambda: 1", "(x for x in [1])"],
)
def test_a_value_without_an_encoding_is_named(bench: Bench, expression: str) -> None:
    facts = bench.call(f"def f(): return {expression}")
    assert facts.call is not None
    assert isinstance(facts.call.returned, Unserialisable)


def test_a_cycle_is_named(bench: Bench) -> None:
    facts = bench.call("def f():\n    a = []\n    a.append(a)\n    return a")
    assert facts.call is not None
    assert isinstance(facts.call.returned, Unserialisable)


def test_arguments_arrive_as_given(bench: Bench) -> None:
    facts = bench.call("def f(*a): return repr(a)", [1, (2, {"k": {3}})], None, 1e300, 10**500)
    assert facts.call is not None
    assert facts.call.returned == repr(([1, (2, {"k": {3}})], None, 1e300, 10**500))


def test_nodes_are_made_where_annotations_ask(bench: Bench) -> None:
    source = """
class Solution:
    def f(self, head: Optional[ListNode], roots: List[Optional[TreeNode]]) -> Optional[ListNode]:
        return ListNode(head.val + roots[0].right.val, head.next)
"""
    facts = bench.call(source, [1, 5], [[7, None, 9], []])
    assert facts.call is not None
    assert facts.call.returned == [10, 5]


def test_no_node_is_an_empty_list(bench: Bench) -> None:
    facts = bench.call("def f(head: 'ListNode') -> 'ListNode': return head", [])
    assert facts.call is not None
    assert facts.call.returned == []


def test_the_first_argument_comes_back_after_a_call_in_place(bench: Bench) -> None:
    facts = bench.call("def f(a): a.reverse()", [1, 2, 3], inplace=True)
    assert facts.call is not None
    assert (facts.call.returned, facts.call.first_argument) == (None, [3, 2, 1])


@pytest.mark.parametrize(
    ("source", "failure"),
    [
        ("def g(): pass", "missing_function"),
        ("def f(): raise KeyError('x')", "KeyError"),
        ("raise ValueError", "ValueError"),
        ("def f(): exit()", "SystemExit"),
    ],
)
def test_a_call_that_fails_is_named(bench: Bench, source: str, failure: str) -> None:
    facts = bench.call(source)
    assert (facts.call, facts.failure) == (None, failure)
    assert facts.exit_code == 1


def test_asserts_pass_only_by_reaching_their_end(bench: Bench) -> None:
    source = (
        "import os, sys\ndef f(x): return x + 1\ndef quit_(): sys.exit(0)\ndef die(): os._exit(0)"
    )
    tests = ("assert f(1) == 2", "assert f(1) == 3", "quit_()", "die()", "f()")
    facts = bench.asserts(source, *tests)
    assert [case.asserts_passed for case in facts] == [True, False, False, False, False]
    assert [case.failure for case in facts] == ["", "AssertionError", "SystemExit", "", "TypeError"]


def test_program_and_asserts_share_one_main(bench: Bench) -> None:
    [facts] = bench.asserts("x = 1\nassert __name__ == '__main__'", "assert x == 1\nx = 2")
    assert facts.asserts_passed


def test_a_program_that_fails_before_its_asserts_has_not_passed(bench: Bench) -> None:
    [facts] = bench.asserts("raise RuntimeError", "pass")
    assert (facts.asserts_passed, facts.failure) == (False, "RuntimeError")


def test_a_slot_serves_one_program_after_another(bench: Bench) -> None:
    for number in range(20):
        judged = bench.script(f"print({number})")
        assert judged.cases[0].stdout == f"{number}\n".encode()
        assert judged.clean


def _processes() -> set[int]:
    """Return our own guests: children of this process, or in containers that bear its mark."""
    pids = {child.pid for child in psutil.Process().children(recursive=True)}
    docker = shutil.which("docker")
    if docker:
        label = f"label={OWNER_LABEL}={own_mark()}"
        listed = subprocess.run(
            [docker, "ps", "-q", "--filter", label], capture_output=True, text=True, check=False
        )
        pids |= {int(name, 16) for name in listed.stdout.split()}
    return pids


def test_a_destroyed_slot_leaves_no_process(bench: Bench) -> None:
    before = _processes()
    slot = bench.sandbox.open_slot()
    slot.prepare(Program(source=b"import time; print(time.time())"), Limits())
    assert slot.run(Case()).exit_code == 0
    assert _processes() > before
    slot.destroy()
    slot.destroy()
    deadline = time.monotonic() + 10
    while _processes() - before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert _processes() <= before


def test_a_replaced_stdout_does_not_lose_what_the_first_one_holds(bench: Bench) -> None:
    source = """
import io, sys
sys.stdout = io.StringIO()
print('text')
sys.__stdout__.write(sys.stdout.getvalue())
"""
    assert bench.script(source).cases[0].stdout == b"text\n"


def test_waiting_for_a_cpu_is_not_sleeping_in_whichever_thread(bench: Bench) -> None:
    source = """
import threading, time
def work():
    start = time.process_time()
    while time.process_time() - start < 0.6: pass
thread = threading.Thread(target=work)
thread.start()
thread.join()
print('done')
"""
    rivals = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(4 * (os.cpu_count() or 1))
    ]
    try:
        [facts] = bench.script(source, limits=Limits(cpu_time_s=2, wall_time_s=0.8)).cases
    finally:
        for rival in rivals:
            rival.kill()
            rival.wait()
    assert facts.stdout == b"done\n"


@pytest.mark.parametrize("language", all_languages().values(), ids=lambda language: language.name)
def test_every_language_passes_its_self_test(bench: Bench, language: Language) -> None:
    assert passes(bench.slot, language)
