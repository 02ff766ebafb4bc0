"""The script that starts the guest: `python3 boot.py unix:PATH|fd:N [namespace]`.

Standard library only. It runs twice. Once to compile the guest, since what a compiler leaves in
memory would be copied by every fork, and to put memory files in the place of the standard streams,
so that the interpreter makes its stream objects on files as it does for `python3 a.py < in > out`.
Then, after exec, for real. Each role returns the next one in a forked process, so a judged program
is executed by the last lines of this file with one frame above its own.
"""

import os
import sys
from pathlib import Path

READY = "ready"
COPY = Path.cwd() / ".guest"


def _copy_guest() -> None:
    """Copy the guest to where its compiled files can be written beside it."""
    (COPY / "guest").mkdir(parents=True)
    for file in Path(__file__).parent.glob("*.py"):
        (COPY / "guest" / file.name).write_bytes(file.read_bytes())


def _put_streams_on_files() -> None:
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        os.dup2(os.memfd_create(name, 0), descriptor)
    os.execv(  # noqa: S606 - this very script, once more
        sys.executable, [sys.executable, __file__, READY, *sys.argv[1:]]
    )


if sys.argv[1] != READY:
    _copy_guest()
sys.path[0] = str(COPY)
import guest.connect  # type: ignore[import-not-found]  # noqa: E402 - found by the line above

if sys.argv[1] != READY:
    import guest.runner  # type: ignore[import-not-found]  # the zygotes import it later

    _put_streams_on_files()

# Past roles stay named: freeing them in the program's process would copy their pages.
supervisor = guest.connect.first_role(sys.argv[2:])
zygote = supervisor.run()
runner = zygote.run()
child = runner.run()
program = child.run()

failure = None
try:
    exec(program.code, program.namespace)  # noqa: S102 - what all of this is for
except BaseException as error:  # noqa: BLE001 - whatever the program raises is a fact
    failure = error
program.end(failure)
