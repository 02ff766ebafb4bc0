"""What a command ends with, the same in every command.

Imports the standard library only. `EXIT_CODES` is the one table from errors to exit codes.
"""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """0 ok; 1 a limit or an expectation was missed; 2 bad input; 3 something was not judged."""

    OK = 0
    MISSED = 1
    BAD_INPUT = 2
    NOT_JUDGED = 3
    INTERRUPTED = 130


class CommandError(Exception):
    """A command cannot go on; the text is one sentence for whoever typed it."""

    def __init__(self, message: str, *, code: ExitCode = ExitCode.BAD_INPUT) -> None:
        super().__init__(message)
        self.code = code


def exit_code_of(error: BaseException) -> ExitCode | None:
    """Return the exit code of an expected error, None for one that is a bug of ours.

    The rooms are imported here, after something went wrong, so that `--help` stays fast.
    """
    from sandbox.errors import BackendUnavailable, SandboxError  # noqa: PLC0415 - see above
    from service.errors import CallerError, ServiceError, StartFailed, UnknownBatch  # noqa: PLC0415
    from trainer_client.client import BatchLost, ClientError, RequestRefused  # noqa: PLC0415
    from trainer_client.formats import FormatError  # noqa: PLC0415

    table: tuple[tuple[type[BaseException], ExitCode], ...] = (
        (FormatError, ExitCode.BAD_INPUT),
        (BatchLost, ExitCode.NOT_JUDGED),
        (RequestRefused, ExitCode.BAD_INPUT),
        (ClientError, ExitCode.NOT_JUDGED),
        (BackendUnavailable, ExitCode.BAD_INPUT),
        (SandboxError, ExitCode.NOT_JUDGED),
        (StartFailed, ExitCode.BAD_INPUT),
        (UnknownBatch, ExitCode.NOT_JUDGED),
        (CallerError, ExitCode.BAD_INPUT),
        (ServiceError, ExitCode.NOT_JUDGED),
    )
    if isinstance(error, CommandError):
        return error.code
    if isinstance(error, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    return next((code for kind, code in table if isinstance(error, kind)), None)
