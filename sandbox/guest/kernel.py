"""The few system calls that Python's library lacks, through ctypes.

Standard library only. Constants are those of the Linux UAPI headers (linux/prctl.h).
"""

from __future__ import annotations

import ctypes
import os

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_MODE_FILTER = 2

_libc = ctypes.CDLL(None, use_errno=True)
_prctl = _libc.prctl
_prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4


class _SockFprog(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def prctl(option: int, value: int) -> None:
    """Set one attribute of this process; the other arguments are 0.

    Raises:
        OSError: the kernel refused.
    """
    if _prctl(option, value, 0, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def set_filter(program: bytes) -> None:
    """Install a BPF system call filter for this process and all that it starts.

    Args:
        program: packed `struct sock_filter` instructions, 8 bytes each.

    Raises:
        OSError: the kernel refused.
    """
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    block = _SockFprog(len(program) // 8, program)
    prctl_filter = ctypes.CDLL(None, use_errno=True).prctl
    prctl_filter.argtypes = [
        ctypes.c_int,
        ctypes.c_ulong,
        ctypes.POINTER(_SockFprog),
        ctypes.c_ulong,
        ctypes.c_ulong,
    ]
    if prctl_filter(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(block), 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
