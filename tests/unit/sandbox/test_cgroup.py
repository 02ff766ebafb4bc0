"""Cgroups on trees of plain files that look like v1, hybrid (v1 and an empty v2) and v2."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox import cgroup
from sandbox.cgroup import GUEST_OVERHEAD_BYTES, Cgroup, MemoryGauge
from sandbox.model import MIB

V1 = ("memory", "pids", "cpuacct")
KINDS = ["v1", "hybrid", "v2"]
NAMES = {
    False: ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.oom_control"),
    True: ("memory.max", "memory.swap.max", "memory.events"),
}
PEAK = {False: "memory.max_usage_in_bytes", True: "memory.peak"}
USAGE = {False: "memory.usage_in_bytes", True: "memory.current"}
UNLIMITED = {False: "9223372036854771712\n", True: "max\n"}


def make_root(kind: str, root: Path) -> Path:
    """Make the top of a tree as the kernel shows it."""
    if kind == "v2":
        (root / "cgroup.controllers").write_text("cpu memory pids\n")
        (root / "cgroup.subtree_control").write_text("\n")
        return root
    for controller in V1:
        (root / controller).mkdir()
    if kind == "hybrid":
        (root / "unified").mkdir()
        (root / "unified" / "cgroup.controllers").write_text("\n")
    return root


def add_memory(folder: Path, *, unified: bool) -> Path:
    """Put the files of a memory controller without a limit into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    limit, swap, events = NAMES[unified]
    (folder / limit).write_text(UNLIMITED[unified])
    (folder / swap).write_text(UNLIMITED[unified])
    (folder / events).write_text("low 0\noom_kill 0\n")
    (folder / PEAK[unified]).write_text("0\n")
    (folder / USAGE[unified]).write_text("0\n")
    return folder


@pytest.fixture(params=[False, True], ids=["v1", "v2"])
def unified(request: pytest.FixtureRequest) -> bool:
    chosen: bool = request.param
    return chosen


@pytest.fixture
def folder(tmp_path: Path, unified: bool) -> Path:
    return add_memory(tmp_path / "slot", unified=unified)


@pytest.fixture
def gauge(folder: Path, unified: bool) -> Iterator[MemoryGauge]:
    made = MemoryGauge(folder, unified=unified)
    yield made
    made.close()


@pytest.mark.parametrize("kind", ["v1", "hybrid"])
def test_v1_makes_a_folder_a_controller(tmp_path: Path, kind: str) -> None:
    root = make_root(kind, tmp_path)
    made = cgroup.create("slot", root=root)
    memory, pids, cpu = (root / controller / "microjudge/slot" for controller in V1)
    assert made is not None
    assert made == Cgroup(memory=memory, pids=pids, cpu=cpu, unified=False)
    assert made.folders == sorted([memory, pids, cpu])
    assert all(folder.is_dir() for folder in made.folders)
    assert not (root / "unified" / "microjudge").exists()


def test_v2_makes_one_folder_and_passes_the_controllers_down(tmp_path: Path) -> None:
    root = make_root("v2", tmp_path)
    made = cgroup.create("slot", root=root)
    folder = root / "microjudge/slot"
    assert made is not None
    assert made == Cgroup(memory=folder, pids=folder, cpu=folder, unified=True)
    assert made.folders == [folder]
    assert folder.is_dir()
    for parent in (root, root / "microjudge"):
        assert (parent / "cgroup.subtree_control").read_text() == "+memory +pids +cpu"
    assert not (folder / "cgroup.subtree_control").exists()


def test_where_cgroups_may_not_be_made_there_is_none_and_nothing_left(tmp_path: Path) -> None:
    root = make_root("v1", tmp_path)
    (root / "cpuacct").rmdir()
    (root / "cpuacct").write_text("not a folder")
    assert cgroup.create("slot", root=root) is None
    assert list((root / "memory").rglob("slot")) == []
    assert list((root / "pids").rglob("slot")) == []


def test_without_the_controllers_v2_is_none(tmp_path: Path) -> None:
    root = make_root("v2", tmp_path)
    (root / "cgroup.subtree_control").unlink()
    (root / "cgroup.subtree_control").mkdir()
    assert cgroup.create("slot", root=root) is None
    assert list(root.rglob("slot")) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_cgroup_is_limited_and_removed(tmp_path: Path, kind: str) -> None:
    made = cgroup.create("slot", root=make_root(kind, tmp_path))
    assert made is not None
    made.limit_pids(80)
    assert (made.pids / "pids.max").read_text() == "80"
    # The kernel's own files do not keep a cgroup's folder; plain ones do.
    (made.pids / "pids.max").unlink()
    made.remove()
    assert not any(folder.exists() for folder in made.folders)
    made.remove()


def found_of(root: Path, lines: str) -> Cgroup | None:
    process = root / "proc" / "7"
    process.mkdir(parents=True, exist_ok=True)
    (process / "cgroup").write_text(lines)
    return cgroup.of_process(7, root=root, proc=root / "proc")


def test_a_process_s_v1_folders_are_found_by_controller(tmp_path: Path) -> None:
    root = make_root("hybrid", tmp_path)
    (root / "memory" / "docker" / "a:b").mkdir(parents=True)
    found = found_of(
        root,
        "12:name=systemd:/system.slice\n5:memory:/docker/a:b\n4:cpu,cpuacct:/docker/a:b\n"
        "3:pids:/other\n0::/system.slice\n",
    )
    assert found == Cgroup(
        memory=root / "memory/docker/a:b",
        pids=root / "pids/other",
        cpu=root / "cpuacct/docker/a:b",
        unified=False,
    )


def test_a_process_s_v2_folder_is_that_of_the_empty_controller(tmp_path: Path) -> None:
    root = make_root("v2", tmp_path)
    folder = root / "system.slice" / "docker-a.scope"
    folder.mkdir(parents=True)
    found = found_of(root, "1:name=systemd:/x\n0::/system.slice/docker-a.scope\n")
    assert found == Cgroup(memory=folder, pids=folder, cpu=folder, unified=True)


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        ("v1", ""),
        ("v1", "5:memory:/\n4:cpuacct:/\n"),
        ("v1", "0::/\n"),
        ("v1", "5:memory:/gone\n4:cpuacct:/\n3:pids:/\n"),
        ("v2", ""),
        ("v2", "5:memory:/\n"),
        ("v2", "0::/gone\n"),
    ],
)
def test_a_process_whose_files_are_not_there_has_none(
    tmp_path: Path, kind: str, lines: str
) -> None:
    assert found_of(make_root(kind, tmp_path), lines) is None


def test_a_process_that_is_gone_has_none(tmp_path: Path) -> None:
    assert cgroup.of_process(7, root=make_root("v2", tmp_path), proc=tmp_path) is None


def test_the_limit_is_the_program_s_and_the_guest_s(
    gauge: MemoryGauge, folder: Path, unified: bool
) -> None:
    limit, swap = (folder / name for name in NAMES[unified][:2])
    for memory_bytes in (100 * MIB, 50 * MIB, 200 * MIB):
        gauge.set_limit(memory_bytes)
        total = str(memory_bytes + GUEST_OVERHEAD_BYTES)
        assert limit.read_text() == total
        # Of v1 the second limit is memory and swap together, of v2 swap alone.
        assert swap.read_text() == ("0" if unified else total)


def test_a_limit_that_stands_is_not_written_again(
    gauge: MemoryGauge, folder: Path, unified: bool
) -> None:
    gauge.set_limit(100 * MIB)
    (folder / NAMES[unified][0]).write_text("1")
    gauge.set_limit(100 * MIB)
    assert (folder / NAMES[unified][0]).read_text() == "1"


def test_a_kernel_without_swap_accounting_is_limited_too(
    gauge: MemoryGauge, folder: Path, unified: bool
) -> None:
    limit, swap = (folder / name for name in NAMES[unified][:2])
    swap.unlink()
    gauge.set_limit(100 * MIB)
    assert limit.read_text() == str(100 * MIB + GUEST_OVERHEAD_BYTES)
    assert not swap.exists()


@pytest.mark.parametrize(("before", "memory_is_first"), [(1, False), (1 << 40, True)])
def test_memory_never_exceeds_memory_and_swap(
    tmp_path: Path, before: int, memory_is_first: bool
) -> None:
    folder = add_memory(tmp_path / "slot", unified=False)
    limit, swap = (folder / name for name in NAMES[False][:2])
    limit.write_text(f"{before}\n")
    swap.unlink()
    swap.mkdir()  # refuses what is written: the file before it is written, that after it is not
    gauge = MemoryGauge(folder, unified=False)
    with pytest.raises(OSError, match="memsw"):
        gauge.set_limit(100 * MIB)
    assert (limit.read_text() != f"{before}\n") is memory_is_first
    # What failed does not stand: it is tried again.
    with pytest.raises(OSError, match="memsw"):
        gauge.set_limit(100 * MIB)
    gauge.close()


def test_a_peak_is_counted_above_the_idle_slot(
    gauge: MemoryGauge, folder: Path, unified: bool
) -> None:
    (folder / USAGE[unified]).write_text("300\n")
    (folder / PEAK[unified]).write_text("9\n")
    gauge.start_peak()
    assert (folder / PEAK[unified]).read_text() == "0\n"
    (folder / PEAK[unified]).write_text("1000\n")
    assert gauge.peak_bytes() == 700
    (folder / PEAK[unified]).write_text("200\n")
    assert gauge.peak_bytes() == 0


@pytest.mark.parametrize("resettable", [False, None])
def test_a_peak_that_cannot_begin_anew_is_unknown(
    tmp_path: Path, unified: bool, resettable: bool | None
) -> None:
    folder = add_memory(tmp_path / "slot", unified=unified)
    peak = folder / PEAK[unified]
    peak.unlink()
    if resettable is not None:
        peak.symlink_to("/dev/full")  # can be opened, and refuses what is written
    gauge = MemoryGauge(folder, unified=unified)
    gauge.start_peak()
    assert gauge.peak_bytes() == 0
    gauge.start_peak()
    gauge.close()
    gauge.close()


def test_kills_are_counted_and_unknown_is_none(
    gauge: MemoryGauge, folder: Path, unified: bool
) -> None:
    events = folder / NAMES[unified][2]
    events.write_text("oom 9\noom_kill_disable 1\nunder_oom 1\noom_kill 5\noom_group_kill 2\n")
    assert gauge.oom_kills() == 5
    events.write_text("oom_kill_disable 1\nunder_oom 0\n")
    assert gauge.oom_kills() == 0
    events.unlink()
    assert gauge.oom_kills() == 0


def test_a_gauge_is_only_over_files_that_are_there(tmp_path: Path, unified: bool) -> None:
    folder = tmp_path / "slot"
    group = Cgroup(memory=folder, pids=folder, cpu=folder, unified=unified)
    assert cgroup.gauge_of(None) is None
    assert cgroup.gauge_of(group) is None
    add_memory(folder, unified=unified)
    gauge = cgroup.gauge_of(group)
    assert gauge is not None
    gauge.set_limit(MIB)
    assert (folder / NAMES[unified][0]).read_text() == str(MIB + GUEST_OVERHEAD_BYTES)
    gauge.close()
    other = Cgroup(memory=folder, pids=folder, cpu=folder, unified=not unified)
    assert cgroup.gauge_of(other) is None


@pytest.mark.parametrize("kind", KINDS)
def test_of_the_orphans_only_the_empty_ones_of_dead_owners_go(tmp_path: Path, kind: str) -> None:
    root = make_root(kind, tmp_path)
    made = {name: cgroup.create(name, root=root) for name in ("dead", "alive", "dead-busy")}
    for folder in made["dead-busy"].folders if made["dead-busy"] else ():
        (folder / "child").mkdir()
    asked: list[str] = []

    def is_orphan(name: str) -> bool:
        asked.append(name)
        return name.startswith("dead")

    cgroup.remove_orphans(is_orphan, root=root)
    left = {
        name: {folder.exists() for folder in group.folders} if group else set[bool]()
        for name, group in made.items()
    }
    assert left == {"dead": {False}, "alive": {True}, "dead-busy": {True}}
    # The kernel's files beside the cgroups are none.
    assert set(asked) == set(made)


def test_without_cgroups_of_ours_there_are_no_orphans(tmp_path: Path) -> None:
    cgroup.remove_orphans(lambda _: True, root=tmp_path)
    cgroup.remove_orphans(lambda _: True, root=make_root("v2", tmp_path))
