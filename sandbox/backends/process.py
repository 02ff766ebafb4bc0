"""What the backends that start the guest as a child process have in common."""

from __future__ import annotations

import subprocess
from pathlib import Path

import sandbox.guest

GUEST_FOLDER = Path(sandbox.guest.__file__).parent
GUEST_IN_BOX = "/opt/microjudge/guest"
_END_TIMEOUT_S = 10.0


def guest_command(address: str, folder: str = str(GUEST_FOLDER), *flags: str) -> list[str]:
    """Return the arguments, after the interpreter, that start the guest.

    Args:
        address: where the host listens; see `sandbox.guest.connect`.
        folder: the guest's folder as the interpreter will see it.
        flags: "namespace" where a PID namespace ends all with PID 1.
    """
    return [f"{folder}/boot.py", address, *flags]


def environment_variables(home: str) -> dict[str, str]:
    """Return the environment of every judged program.

    Args:
        home: the program's working directory.
    """
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": home,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Kill a guest's process and wait for it."""
    process.kill()
    try:
        process.wait(_END_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return
