"""What the guest reads of the kernel's counters, v1 and v2, and what it says without them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.guest import counters
from sandbox.guest.counters import CgroupFiles

V1_OOM = "oom_kill_disable 0\nunder_oom 1\noom_kill 7\n"
V2_OOM = "low 1\nhigh 2\nmax 3\noom 4\noom_kill 5\noom_group_kill 6\n"
V2_CPU = "usage_usec 1500000\nuser_usec 1000000\nsystem_usec 500000\nnr_periods 9\n"
GONE = 2**22 + 1  # above the most that pid_max may be


@pytest.fixture
def opened() -> Iterator[list[CgroupFiles]]:
    made: list[CgroupFiles] = []
    yield made
    for descriptor in [descriptor for files in made for descriptor in files if descriptor >= 0]:
        os.close(descriptor)


def open_tree(opened: list[CgroupFiles], *folders: Path) -> CgroupFiles:
    files = counters.open_cgroup([str(folder) for folder in folders])
    opened.append(files)
    return files


def test_v1_is_read_from_a_folder_a_controller(tmp_path: Path, opened: list[CgroupFiles]) -> None:
    memory, cpu, accounting = (tmp_path / name for name in ("memory", "cpu", "cpuacct"))
    for folder in (memory, cpu, accounting):
        folder.mkdir()
    (accounting / "cpuacct.usage").write_text("2500000000\n")
    # The cpu controller of v1 has a file of this name, which says nothing of time used.
    (cpu / "cpu.stat").write_text("nr_periods 0\nnr_throttled 0\nthrottled_time 0\n")
    (memory / "memory.oom_control").write_text(V1_OOM)
    files = open_tree(opened, memory, cpu, accounting)
    assert counters.cpu_seconds(files.cpu) == 2.5
    assert counters.oom_kills(files.oom) == 7


def test_v2_is_read_from_one_folder(tmp_path: Path, opened: list[CgroupFiles]) -> None:
    (tmp_path / "cpu.stat").write_text(V2_CPU)
    (tmp_path / "memory.events").write_text(V2_OOM)
    files = open_tree(opened, tmp_path)
    assert counters.cpu_seconds(files.cpu) == 1.5
    assert counters.oom_kills(files.oom) == 5


def test_a_counter_is_read_anew_each_time(tmp_path: Path, opened: list[CgroupFiles]) -> None:
    (tmp_path / "cpuacct.usage").write_text("1000000000\n")
    (tmp_path / "memory.events").write_text(V2_OOM)
    files = open_tree(opened, tmp_path)
    assert counters.cpu_seconds(files.cpu) == 1.0
    (tmp_path / "cpuacct.usage").write_text("3000000000\n")
    (tmp_path / "memory.events").write_text(V2_OOM.replace("oom_kill 5", "oom_kill 6"))
    assert counters.cpu_seconds(files.cpu) == 3.0
    assert counters.oom_kills(files.oom) == 6


def test_the_first_folder_that_has_a_file_is_taken(
    tmp_path: Path, opened: list[CgroupFiles]
) -> None:
    folders = [tmp_path / name for name in ("missing", "first", "second")]
    for index, folder in enumerate(folders[1:], start=1):
        folder.mkdir()
        (folder / "cpuacct.usage").write_text(f"{index}000000000\n")
    files = open_tree(opened, *folders)
    assert counters.cpu_seconds(files.cpu) == 1.0
    assert files.oom == -1


def test_without_files_nothing_was_counted(tmp_path: Path, opened: list[CgroupFiles]) -> None:
    assert open_tree(opened) == (-1, -1)
    assert open_tree(opened, tmp_path) == (-1, -1)
    assert counters.cpu_seconds(-1) == 0.0
    assert counters.oom_kills(-1) == 0


def test_a_kernel_that_does_not_count_kills_is_read_as_none(
    tmp_path: Path, opened: list[CgroupFiles]
) -> None:
    (tmp_path / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\n")
    assert counters.oom_kills(open_tree(opened, tmp_path).oom) == 0


def test_the_descriptors_are_not_for_programs(tmp_path: Path, opened: list[CgroupFiles]) -> None:
    (tmp_path / "cpu.stat").write_text(V2_CPU)
    assert not os.get_inheritable(open_tree(opened, tmp_path).cpu)


def test_cpu_time_without_a_cgroup_is_that_of_the_processes() -> None:
    tick = 1 / os.sysconf("SC_CLK_TCK")
    before = sum(os.times()[:4])
    seconds = counters.cpu_seconds_of({os.getpid()})
    after = sum(os.times()[:4])
    # Each of the four fields is cut to whole ticks.
    assert before - 4 * tick <= seconds <= after + 4 * tick
    assert counters.cpu_seconds_of({os.getpid(), GONE}) >= seconds


def test_processes_that_are_gone_count_nothing() -> None:
    assert counters.cpu_seconds_of({GONE}) == 0.0
    assert counters.waiting_seconds({GONE}) == 0.0
    assert counters.waiting_seconds(set()) == 0.0


def test_the_waiting_of_every_thread_counts() -> None:
    tasks = Path("/proc/self/task")
    before = sum(int((task / "schedstat").read_text().split()[1]) for task in tasks.iterdir())
    assert counters.waiting_seconds({os.getpid(), GONE}) >= before / 1e9
