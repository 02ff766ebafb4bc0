"""The errors of the client room, drawn by who must act.

    ClientError
    ├── FormatError         a corpus file cannot be read; whoever wrote the file (FILE:LINE: what)
    ├── ServiceUnreachable  no answer after the last attempt; the operator
    ├── ServiceBusy         429 or 503 until the retries were used up; wait, or add workers
    ├── NotFinished         the batch was not done within the caller's own time; ask again
    ├── RequestRefused      the service refused what was sent (4xx); the caller
    │   └── BatchLost       the service does not know the batch any more; post it again
    └── ContractBroken      the answer is not what the wire promises; whoever runs the service

A program's fault is never raised: it is a verdict. A fault of the service is never a reward.
Imports nothing.
"""

from __future__ import annotations


class ClientError(Exception):
    """Root of everything that this room raises."""


class FormatError(ClientError):
    """A row of a corpus file that cannot be used; the text is `FILE:LINE: what`.

    `line` is None where the file as a whole is at fault, and the text is then `FILE: what`.
    """

    def __init__(self, file: str, line: int | None, what: str) -> None:
        super().__init__(f"{file}: {what}" if line is None else f"{file}:{line}: {what}")
        self.file = file
        self.line = line
        self.what = what


class ServiceUnreachable(ClientError):
    """The service gave no answer: refused, reset, timed out, or a 5xx, at each attempt."""


class ServiceBusy(ClientError):
    """The service said 429 or 503 at each attempt."""


class NotFinished(ClientError):
    """The batch was not done in the time that the caller gave; it is still being judged."""


class RequestRefused(ClientError):
    """The service refused the request; what it said is in the attributes.

    Attributes:
        status_code: the HTTP status.
        code: the service's name for the fault, "" where the answer held none.
        request_id: names the request in the service's log.
        path: the field at fault, where there is one.
    """

    def __init__(
        self, message: str, *, status_code: int, code: str, request_id: str, path: str | None
    ) -> None:
        super().__init__(message)
        self.status_code = status_code
        self.code = code
        self.request_id = request_id
        self.path = path


class BatchLost(RequestRefused):
    """The service does not know the batch (it was restarted, or the batch expired)."""


class ContractBroken(ClientError):
    """The service's answer breaks the wire's promises (a missing result, a rewarded IE)."""
