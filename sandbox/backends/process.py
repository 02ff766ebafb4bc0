"""What the backends that start the guest as a child process have in common."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import sandbox.guest
from sandbox.errors import SandboxError

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


def start_process(
    command: Callable[[str], list[str]], *, home: str, cwd: str | None = None
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a guest as a child process; return it and our end of the line to it.

    Args:
        command: gives the command line for the guest's address.
        home: the program's working directory, as the guest sees it.
        cwd: where the process starts, as we see it; None for here.

    Raises:
        SandboxError: it could not be started.
    """
    ours, theirs = socket.socketpair()
    try:
        with theirs:
            process = subprocess.Popen(  # noqa: S603 - the arguments are ours
                command(f"fd:{theirs.fileno()}"),
                pass_fds=[theirs.fileno()],
                env=environment_variables(home=home),
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
    except OSError as error:
        ours.close()
        raise SandboxError(f"the slot's process did not start: {error}") from error
    return process, ours


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Kill a guest's process and wait for it."""
    process.kill()
    try:
        process.wait(_END_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return
