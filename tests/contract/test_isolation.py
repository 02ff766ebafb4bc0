"""What every isolating backend holds against a program that tries."""

from __future__ import annotations

import pytest

from sandbox.errors import SlotLost
from sandbox.model import MIB, Case, ExitKind, Limits, Program
from tests.contract.conftest import Bench

SMALL = Limits(cpu_time_s=3, wall_time_s=6, memory_bytes=128 * MIB, pids=16)


def _says(bench: Bench, source: str) -> str:
    judged = bench.script(source, limits=SMALL)
    assert judged.clean
    return judged.cases[0].stdout.decode() + judged.cases[0].stderr.decode()


def test_the_backend_guarantees_all_of_it_as_root(isolated: Bench) -> None:
    held = isolated.sandbox.guarantees()
    assert held.network_off
    assert held.seccomp
    assert held.read_only_root
    assert held.pid_namespace


@pytest.mark.parametrize(
    "grab",
    [
        "x = bytearray(10**10)",
        "x = []\nwhile True: x.append(bytearray(2**20))",
        "import mmap; m = mmap.mmap(-1, 10**10)\nfor i in range(0, 10**10, 4096): m[i] = 1",
        "f = open('/tmp/f', 'wb')\nwhile True: f.write(b'x' * 2**20)",
    ],
    ids=["one", "growing", "mmap", "file"],
)
def test_memory_past_the_limit_is_a_memory_limit(isolated: Bench, grab: str) -> None:
    limits = Limits(cpu_time_s=5, wall_time_s=20, memory_bytes=128 * MIB, output_bytes=2**30)
    judged = isolated.script(grab, limits=limits)
    [facts] = judged.cases
    refused = facts.exit_code == 1 and b"MemoryError" in facts.stderr
    assert facts.exit_kind is ExitKind.MEMORY_LIMIT or refused
    assert isolated.script("print('next')").cases[0].stdout == b"next\n"


def test_memory_within_the_limit_is_given(isolated: Bench) -> None:
    limits = Limits(memory_bytes=256 * MIB)
    [facts] = isolated.script("x = b'x' * 200_000_000; print(len(x))", limits=limits).cases
    assert facts.stdout == b"200000000\n"


def test_a_helper_killed_for_memory_is_a_memory_limit_of_the_whole(isolated: Bench) -> None:
    source = """
import os
for _ in range(4):
    if os.fork() == 0:
        x = b'x' * 90_000_000
        import time; time.sleep(5)
        os._exit(0)
import time; time.sleep(1)
"""
    judged = isolated.script(source, limits=SMALL)
    assert judged.cases[0].exit_kind is ExitKind.MEMORY_LIMIT


def test_processes_are_limited(isolated: Bench) -> None:
    source = """
import os, time
n = 0
try:
    while True:
        if os.fork() == 0:
            time.sleep(100)
        n += 1
except OSError as error:
    print(n, type(error).__name__)
"""
    judged = isolated.script(source, limits=SMALL)
    assert judged.cases[0].stdout == b"15 BlockingIOError\n"
    assert judged.clean


def test_each_submission_has_a_user_of_its_own(isolated: Bench) -> None:
    source = "import os; print(os.getuid(), os.getgid(), os.getgroups())"
    first = isolated.script(source).cases[0].stdout.split()
    second = isolated.script(source).cases[0].stdout.split()
    assert int(first[0]) > 1000
    assert first[0] != second[0]
    assert first[2] == second[2] == b"[]"


def test_a_program_cannot_change_its_own_file(isolated: Bench) -> None:
    source = """
import os
for attempt in (
    lambda: open(__file__, 'w'),
    lambda: os.remove(__file__),
    lambda: os.rename(__file__, 'other.py'),
    lambda: os.chmod(__file__, 0o777),
):
    try:
        attempt()
        print('possible')
    except OSError as error:
        print(type(error).__name__)
"""
    assert "possible" not in _says(isolated, source)


@pytest.mark.parametrize("family", ["AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK", "AF_PACKET"])
def test_there_is_no_network_of_any_family(isolated: Bench, family: str) -> None:
    source = f"import socket; socket.socket(socket.{family}, socket.SOCK_RAW)"
    assert "PermissionError" in _says(isolated, source)


def test_what_a_program_needs_for_asyncio_is_there(isolated: Bench) -> None:
    source = "import asyncio\nasync def f(): return 5\nprint(asyncio.run(f()))"
    assert _says(isolated, source) == "5\n"


def test_nothing_outside_scratch_can_be_written(isolated: Bench) -> None:
    source = """
import os
for folder in ('/', '/etc', '/usr', '/opt/microjudge/guest', '/run', '/var/tmp', '/dev', '/proc'):
    try:
        open(folder + '/mark', 'w')
        print('wrote', folder)
    except OSError:
        pass
print('end')
"""
    assert _says(isolated, source) == "end\n"


def test_what_a_program_leaves_anywhere_is_gone(isolated: Bench) -> None:
    source = """
import os
left = []
for parent, folders, files in os.walk('/'):
    folders[:] = [name for name in folders if os.path.join(parent, name) not in ('/proc', '/sys')]
    left += [name for name in files if name == 'left-over']
    try:
        open(os.path.join(parent, 'left-over'), 'x').close()
    except OSError:
        pass
print(len(left))
"""
    judged = isolated.script(source, b"", b"")
    assert judged.clean
    assert [facts.stdout for facts in judged.cases] == [b"0\n", b"0\n"]


def test_the_guest_s_processes_cannot_be_read_or_signalled(isolated: Bench) -> None:
    source = """
import os, signal
for pid in sorted(int(name) for name in os.listdir('/proc') if name.isdigit()):
    if pid == os.getpid():
        continue
    for part in ('environ', 'maps', 'mem'):
        try:
            open(f'/proc/{pid}/{part}', 'rb').read(1)
            print('read', pid, part)
        except OSError:
            pass
    try:
        os.listdir(f'/proc/{pid}/fd')
        print('listed', pid)
    except OSError:
        pass
    try:
        os.kill(pid, signal.SIGKILL)
        print('killed', pid)
    except OSError:
        pass
print('end')
"""
    assert _says(isolated, source) == "end\n"


def test_only_the_three_streams_are_open(isolated: Bench) -> None:
    source = "import os; print(sorted(int(n) for n in os.listdir('/proc/self/fd'))[:3])\n"
    source += "print(len(os.listdir('/proc/self/fd')))"
    assert _says(isolated, source) == "[0, 1, 2]\n4\n"


def test_the_environment_holds_nothing_of_ours(isolated: Bench) -> None:
    said = _says(isolated, "import os; print(*sorted(os.environ))")
    allowed = {"PATH", "HOME", "LANG", "PYTHONHASHSEED", "OMP_NUM_THREADS", "HOSTNAME", "PWD"}
    allowed |= {"OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "SHLVL", "_", "OLDPWD", "LC_CTYPE"}
    assert set(said.split()) <= allowed


def test_survivors_are_gone_before_the_next_case(isolated: Bench) -> None:
    source = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(0)
os.wait()
print(len([n for n in os.listdir('/proc') if n.isdigit()]))
"""
    judged = isolated.script(source, b"", b"", limits=SMALL)
    assert judged.clean
    assert judged.cases[0].stdout == judged.cases[1].stdout


def test_burning_children_count_as_cpu_time(isolated: Bench) -> None:
    source = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(2):
    if os.fork() == 0:
        while True: pass
time.sleep(100)
"""
    limits = Limits(cpu_time_s=1, wall_time_s=60, pids=16)
    judged = isolated.script(source, limits=limits)
    assert judged.cases[0].exit_kind is ExitKind.CPU_LIMIT
    assert judged.clean


def test_processes_that_waited_for_each_other_buy_no_time_to_sleep(isolated: Bench) -> None:
    source = """
import os, time
for _ in range(60):
    if os.fork() == 0:
        while time.process_time() < 0.01: pass
        time.sleep(100)
time.sleep(100)
"""
    limits = Limits(cpu_time_s=2, wall_time_s=1)
    judged = isolated.script(source, limits=limits)
    assert judged.cases[0].exit_kind is ExitKind.WALL_LIMIT
    assert judged.cases[0].wall_time_s < 5


def test_a_submission_s_limits_do_not_reach_the_next(isolated: Bench) -> None:
    source = "x = b'x' * 150_000_000; print(len(x))"
    small = isolated.script(source, limits=Limits(memory_bytes=64 * MIB)).cases[0]
    large = isolated.script(source, limits=Limits(memory_bytes=512 * MIB)).cases[0]
    assert small.exit_kind is ExitKind.MEMORY_LIMIT
    assert large.stdout == b"150000000\n"


def test_a_lost_slot_says_so_and_another_opens(isolated: Bench) -> None:
    slot = isolated.sandbox.open_slot()
    slot.prepare(Program(source=b"print(1)"), SMALL)
    slot.destroy()
    with pytest.raises(SlotLost, match="slot went away"):
        slot.run(Case())
    assert not slot.finish()
    assert isolated.script("print(1)").cases[0].stdout == b"1\n"
