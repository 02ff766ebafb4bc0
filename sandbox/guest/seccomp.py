"""The system call filter of a judged program, as BPF.

Standard library only. Denied calls answer EPERM (or ENOSYS where a library is known to fall back on
that), so a program sees an error, not its death. Numbers are those of the kernel's tables
(arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h). A call made through
another architecture's gate (i386, x32) ends the process.
"""

from __future__ import annotations

import errno
import os
import struct

_LOAD = 0x20  # BPF_LD | BPF_W | BPF_ABS
_JUMP_EQUAL = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_JUMP_GREATER_EQUAL = 0x35  # BPF_JMP | BPF_JGE | BPF_K
_JUMP_ANY_BIT = 0x45  # BPF_JMP | BPF_JSET | BPF_K
_RETURN = 0x06  # BPF_RET | BPF_K
_ALLOW = 0x7FFF0000
_KILL = 0x80000000
_ERRNO = 0x00050000
_NUMBER_OFFSET, _ARCH_OFFSET, _FIRST_ARGUMENT_OFFSET = 0, 4, 16
_X32_BIT = 0x40000000
# clone flags that ask for namespaces: NEWTIME..NEWNET (linux/sched.h).
_NAMESPACE_FLAGS = 0x7E020080

_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# name: (x86_64, aarch64); -1 where the architecture lacks the call.
_DENIED = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "socket": (41, 198),
    "bind": (49, 200),
    "listen": (50, 201),
    "connect": (42, 203),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "unshare": (272, 97),
    "setns": (308, 268),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "syslog": (103, 116),
    "quotactl": (179, 60),
    "personality": (135, 92),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "seccomp": (317, 277),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "iopl": (172, -1),
    "ioperm": (173, -1),
    "modify_ldt": (154, -1),
    "vhangup": (153, 58),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "lookup_dcookie": (212, 18),
    "nfsservctl": (180, 42),
}
_CLONE = {"x86_64": 56, "aarch64": 220}
# glibc falls back to clone when clone3, whose flags a filter cannot read, is missing.
_CLONE3 = 435


def build_filter(machine: str = "") -> bytes:
    """Return the filter as packed BPF instructions.

    Args:
        machine: `os.uname().machine` of the target, default this one.

    Returns:
        8 bytes an instruction; empty where the architecture is not known here.
    """
    machine = machine or os.uname().machine
    if machine not in _AUDIT_ARCH:
        return b""
    column = ("x86_64", "aarch64").index(machine)
    code = [
        _instruction(_LOAD, _ARCH_OFFSET),
        _instruction(_JUMP_EQUAL, _AUDIT_ARCH[machine], 1, 0),
        _instruction(_RETURN, _KILL),
        _instruction(_LOAD, _NUMBER_OFFSET),
    ]
    if machine == "x86_64":
        code += [
            _instruction(_JUMP_GREATER_EQUAL, _X32_BIT, 0, 1),
            _instruction(_RETURN, _KILL),
        ]
    code += [
        _instruction(_JUMP_EQUAL, _CLONE3, 0, 1),
        _instruction(_RETURN, _ERRNO | errno.ENOSYS),
    ]
    for number in sorted(numbers[column] for numbers in _DENIED.values() if numbers[column] >= 0):
        code += [
            _instruction(_JUMP_EQUAL, number, 0, 1),
            _instruction(_RETURN, _ERRNO | errno.EPERM),
        ]
    code += [
        _instruction(_JUMP_EQUAL, _CLONE[machine], 0, 3),
        _instruction(_LOAD, _FIRST_ARGUMENT_OFFSET),
        _instruction(_JUMP_ANY_BIT, _NAMESPACE_FLAGS, 0, 1),
        _instruction(_RETURN, _ERRNO | errno.EPERM),
        _instruction(_RETURN, _ALLOW),
    ]
    return b"".join(code)


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)
