"""The script that starts the guest: `python3 boot.py unix:PATH|fd:N [namespace]`.

Standard library only. It runs twice: once to put memory files in the place of the standard streams,
so that the interpreter makes its stream objects on files as it does for `python3 a.py < in > out`,
then, after exec, for real. Each role returns the next one in a forked process, so a judged program
is executed by the last lines of this file with one frame above its own.
"""

import os
import sys
from pathlib import Path

READY = "ready"


def _put_streams_on_files() -> None:
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        os.dup2(os.memfd_create(name, 0), descriptor)
    os.execv(  # noqa: S606 - this very script, once more
        sys.executable, [sys.executable, __file__, READY, *sys.argv[1:]]
    )


if sys.argv[1] != READY:
    _put_streams_on_files()

sys.path[0] = str(Path(__file__).parent.parent)
import guest.connect  # type: ignore[import-not-found]  # noqa: E402 - found by the line above

del sys.path[0]

# Past roles are kept: freeing them in the program's process would copy their pages.
roles = [guest.connect.first_role(sys.argv[2:])]
while hasattr(roles[-1], "run"):
    roles.append(roles[-1].run())
role = roles[-1]

failure = None
try:
    exec(role.code, role.namespace)  # noqa: S102 - what all of this is for
except BaseException as error:  # noqa: BLE001 - whatever the program raises is a fact
    failure = error
role.end(failure)
