"""The system call filter, run by an interpreter of BPF: what it answers to each call."""

from __future__ import annotations

import errno
import struct
from collections.abc import Callable

import pytest

from sandbox.guest.seccomp import build_filter

ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
EPERM, ENOSYS = ERRNO | errno.EPERM, ERRNO | errno.ENOSYS
ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7, "i386": 0x40000003, "arm": 0x40000028}
CLONE = {"x86_64": 56, "aarch64": 220}
CLONE3 = 435
MOST_INSTRUCTIONS = 4096  # BPF_MAXINSNS

# Numbers from the kernel's tables, written down again: (x86_64, aarch64).
DENIED = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "mount": (165, 40),
    "umount2": (166, 39),
    "chroot": (161, 51),
    "pivot_root": (155, 41),
    "unshare": (272, 97),
    "setns": (308, 268),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "keyctl": (250, 219),
    "init_module": (175, 105),
    "kexec_load": (246, 104),
    "reboot": (169, 142),
    "open_by_handle_at": (304, 265),
    "seccomp": (317, 277),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "personality": (135, 92),
}
ALLOWED = {
    "read": (0, 63),
    "write": (1, 64),
    "openat": (257, 56),
    "close": (3, 57),
    "mmap": (9, 222),
    "brk": (12, 214),
    "execve": (59, 221),
    "exit_group": (231, 94),
    "wait4": (61, 260),
    "kill": (62, 129),
    "futex": (202, 98),
    "prctl": (157, 167),
    "socketpair": (53, 199),
    "sendto": (44, 206),
    "recvmsg": (47, 212),
    "setresuid": (117, 147),
    "memfd_create": (319, 279),
    "getrandom": (318, 278),
    "clock_gettime": (228, 113),
}
MACHINES = ["x86_64", "aarch64"]

Answer = Callable[..., int]


def run_bpf(program: bytes, number: int, arch: int, first_argument: int) -> int:
    """Return what a filter answers to one `struct seccomp_data`, little-endian.

    Source: Documentation/networking/filter.rst and include/uapi/linux/seccomp.h.
    """
    data = struct.pack("<IIQ6Q", number, arch, 0x1000, first_argument, *[0] * 5)
    code = list(struct.iter_unpack("<HBBI", program))
    accumulator = 0
    at = 0
    while True:
        operation, if_true, if_false, value = code[at]
        at += 1
        match operation:
            case 0x20:  # BPF_LD | BPF_W | BPF_ABS
                assert value % 4 == 0
                (accumulator,) = struct.unpack_from("<I", data, value)
            case 0x15:  # BPF_JMP | BPF_JEQ | BPF_K
                at += if_true if accumulator == value else if_false
            case 0x35:  # BPF_JMP | BPF_JGE | BPF_K
                at += if_true if accumulator >= value else if_false
            case 0x45:  # BPF_JMP | BPF_JSET | BPF_K
                at += if_true if accumulator & value else if_false
            case 0x06:  # BPF_RET | BPF_K
                return int(value)
            case _:
                pytest.fail(f"instruction {operation:#x} is not of this filter")


def answering(machine: str) -> Answer:
    program = build_filter(machine)

    def answer(number: int, *, arch: str = machine, first_argument: int = 0) -> int:
        return run_bpf(program, number, ARCH[arch], first_argument)

    return answer


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def answer(machine: str) -> Answer:
    return answering(machine)


def numbers(table: dict[str, tuple[int, int]], machine: str) -> dict[str, int]:
    return {name: both[MACHINES.index(machine)] for name, both in table.items()}


def test_the_program_is_one_that_the_kernel_takes(machine: str) -> None:
    code = list(struct.iter_unpack("<HBBI", build_filter(machine)))
    assert 0 < len(code) <= MOST_INSTRUCTIONS
    assert code[-1][0] == 0x06
    for at, (operation, if_true, if_false, _) in enumerate(code):
        if operation in {0x15, 0x35, 0x45}:
            assert at + 1 + max(if_true, if_false) < len(code)


@pytest.mark.parametrize("name", DENIED)
def test_a_denied_call_is_refused(answer: Answer, machine: str, name: str) -> None:
    assert answer(numbers(DENIED, machine)[name]) == EPERM


@pytest.mark.parametrize("name", ALLOWED)
def test_what_programs_need_is_allowed(answer: Answer, machine: str, name: str) -> None:
    assert answer(numbers(ALLOWED, machine)[name]) == ALLOW


def test_every_call_has_an_answer(answer: Answer, machine: str) -> None:
    answers = {number: answer(number) for number in range(600)}
    assert set(answers.values()) == {ALLOW, EPERM, ENOSYS}
    assert [number for number, said in answers.items() if said == ENOSYS] == [CLONE3]
    refused = {number for number, said in answers.items() if said == EPERM}
    assert refused.issuperset(numbers(DENIED, machine).values())
    assert not refused & set(numbers(ALLOWED, machine).values())


@pytest.mark.parametrize("bit", [7, 17, *range(25, 31)])
def test_a_clone_that_asks_for_a_namespace_is_refused(
    answer: Answer, machine: str, bit: int
) -> None:
    assert answer(CLONE[machine], first_argument=1 << bit) == EPERM
    assert answer(CLONE[machine], first_argument=0x003D0F00 | 1 << bit) == EPERM


@pytest.mark.parametrize(
    "flags",
    [
        pytest.param(0x11, id="fork: SIGCHLD"),
        pytest.param(0x4111, id="vfork: VM, VFORK, SIGCHLD"),
        pytest.param(0x003D0F00, id="pthread_create"),
        pytest.param(0x01200011, id="fork of glibc: SETTID, CLEARTID"),
        pytest.param(0x7E02008000000000, id="the upper half says nothing"),
    ],
)
def test_a_clone_of_a_process_or_thread_is_allowed(
    answer: Answer, machine: str, flags: int
) -> None:
    assert answer(CLONE[machine], first_argument=flags) == ALLOW


def test_the_flags_matter_to_clone_alone(answer: Answer) -> None:
    assert answer(1, first_argument=0x7E020080) == ALLOW


def test_clone3_is_missing_so_that_libraries_fall_back(answer: Answer) -> None:
    assert answer(CLONE3) == ENOSYS
    assert answer(CLONE3, first_argument=0x10000000) == ENOSYS


@pytest.mark.parametrize("other", ["i386", "arm", "x86_64", "aarch64"])
def test_a_call_through_another_gate_ends_the_process(
    answer: Answer, machine: str, other: str
) -> None:
    said = {answer(number, arch=other) for number in (*range(600), 0x40000000, 0xFFFFFFFF)}
    assert (said == {KILL}) is (other != machine)


@pytest.mark.parametrize("number", [0x40000000, 0x40000001, 0x40000000 + 59, 0xFFFFFFFF])
def test_a_call_of_x32_ends_the_process(number: int) -> None:
    assert answering("x86_64")(number) == KILL


def test_the_last_number_below_x32_is_no_call_of_x32() -> None:
    assert answering("x86_64")(0x3FFFFFFF) == ALLOW


def test_an_unknown_machine_has_no_filter() -> None:
    assert build_filter("riscv64") == b""
