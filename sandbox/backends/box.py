"""The inside of an isolated slot, the same in every backend: folders, user ids, counters."""

from __future__ import annotations

import random
from typing import Any

from sandbox.model import MIB

HOME = "/box"
SCRATCH = [HOME, "/tmp", "/dev/shm"]  # noqa: S108 - paths inside the box, not of this machine
SCRATCH_BYTES = 256 * MIB
SCRATCH_FILES = 20000
SHARED_MEMORY_BYTES = 64 * MIB
STACK_BYTES = 256 * MIB
CGROUP_IN_BOX = "/run/cgroup"
# Processes of the guest itself, beside those that a program is allowed.
GUEST_PIDS = 16
MAX_PIDS = 1024
HOSTNAME = "slot"
_UIDS_A_SLOT = 1 << 16
_FIRST_BLOCK, _LAST_BLOCK = 2, 30000


def box_fields(*, fresh_uid: bool, cgroup_roots: list[str], memory_cgroup: bool) -> dict[str, Any]:
    """Return the fields of `sandbox.guest.box.Box` for an isolated slot.

    Args:
        fresh_uid: whether programs get user ids of their own.
        cgroup_roots: folders in the box where the slot's cgroup files are visible.
        memory_cgroup: whether a cgroup limits memory; RLIMIT_DATA does otherwise.
    """
    # The kernel counts processes by user over the whole machine, so no two slots share an id.
    block = random.SystemRandom().randint(_FIRST_BLOCK, _LAST_BLOCK)
    return {
        "home": HOME,
        "scratch": SCRATCH,
        "cgroup_roots": cgroup_roots,
        "uid_base": block * _UIDS_A_SLOT if fresh_uid else 0,
        "uid_count": _UIDS_A_SLOT - 1,
        "seccomp": True,
        "data_limit": not memory_cgroup,
        # Without a user of its own a program shares that of the supervisor, two zygotes and a
        # runner; the kernel counts them by user namespace, and nothing else is in this one.
        "guest_pids": 0 if fresh_uid else 4,
    }
