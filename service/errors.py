"""The errors of the service room, and the one table that says what each becomes over HTTP.

    ServiceError
    ├── CallerError            the caller must change the request
    │   ├── BadInput           a field is wrong; `path` names it
    │   ├── BadJson            the body is not JSON
    │   ├── BodyTooLarge       the body has more bytes than the server takes
    │   ├── UnsupportedEncoding  the body is compressed in a way that is not read here
    │   └── UnknownBatch       no batch of this id is known (or its results have expired)
    ├── Unavailable            the caller may send the same again later
    │   ├── QueueFull          the queue has no room; `retry_after_s` guesses when it will
    │   ├── NoWorker           no worker is ready to judge
    │   ├── Stopping           the service is shutting down
    │   └── RunFailed          a run was lost through a fault of ours, after every attempt
    ├── WorkerLost             a worker process died or went silent; its work is queued again
    └── StartFailed            the service cannot start; the operator must act on the message

Imports the standard library only. A fault of a judged program is never an exception.
"""

from __future__ import annotations

from dataclasses import dataclass


class ServiceError(Exception):
    """The service could not do what was asked; `str()` is one sentence for the caller."""

    path: str | None = None
    retry_after_s: float | None = None


class CallerError(ServiceError):
    """The request is at fault; sending it again changes nothing."""


class BadInput(CallerError):
    """A field of the request is wrong; the caller must mend the field at `path`."""

    def __init__(self, message: str, *, path: str | None = None) -> None:
        super().__init__(message)
        self.path = path


class BadJson(CallerError):
    """The body is not JSON text; the caller must mend its encoder."""


class BodyTooLarge(CallerError):
    """The body is longer than the limit; the caller must post smaller batches."""


class UnsupportedEncoding(CallerError):
    """The body's Content-Encoding is not one that is read here."""


class UnknownBatch(CallerError):
    """No batch of this id is known; it never was, or its results have expired."""


class Unavailable(ServiceError):
    """The service cannot take this now; the caller may retry after `retry_after_s`."""

    def __init__(self, message: str, *, retry_after_s: float = 1.0) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class QueueFull(Unavailable):
    """The queue has no room for the batch; nothing of it was accepted."""


class NoWorker(Unavailable):
    """No worker is ready; the operator sees why in the log."""


class Stopping(Unavailable):
    """The service is shutting down and accepts nothing more."""


class RunFailed(Unavailable):
    """A run was lost through a fault of ours, after the last attempt."""


class WorkerLost(ServiceError):
    """A worker process died, went silent or broke its protocol; its work must be queued again."""


class StartFailed(ServiceError):
    """The service cannot start; the message says which command or setting mends it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HttpError:
    """What an error becomes over HTTP: a status and a code that programs may switch on."""

    status: int
    code: str


HTTP_ERRORS: dict[type[ServiceError], HttpError] = {
    BadInput: HttpError(status=422, code="bad_input"),
    BadJson: HttpError(status=400, code="bad_json"),
    BodyTooLarge: HttpError(status=413, code="body_too_large"),
    UnsupportedEncoding: HttpError(status=415, code="unsupported_encoding"),
    UnknownBatch: HttpError(status=404, code="unknown_batch"),
    QueueFull: HttpError(status=429, code="queue_full"),
    NoWorker: HttpError(status=503, code="no_worker"),
    Stopping: HttpError(status=503, code="stopping"),
    RunFailed: HttpError(status=503, code="run_failed"),
    WorkerLost: HttpError(status=500, code="internal"),
    StartFailed: HttpError(status=500, code="internal"),
}


def http_error(error: ServiceError) -> HttpError:
    """Return the status and code of an error: its own, else its nearest listed parent's."""
    for kind in type(error).__mro__:
        found = HTTP_ERRORS.get(kind)
        if found is not None:
            return found
    return HttpError(status=500, code="internal")
