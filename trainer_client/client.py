"""A small synchronous client of the judging service.

Imports httpx, and the wire types and errors beside it. What it promises: `judge` returns exactly
one result a submission, in the order posted, or raises; a fault of the service or of the network
is an exception or a result IE with reward None, and never a number.

Posting a batch again after a lost answer is harmless (programs are judged twice, results are
read once), so every request may be retried.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from .errors import (
    BatchLost,
    ClientError,
    ContractBroken,
    NotFinished,
    RequestRefused,
    ServiceBusy,
    ServiceUnreachable,
)
from .retry import Retry
from .wire import (
    BatchAccepted,
    BatchRequest,
    BatchState,
    BatchStatus,
    Capabilities,
    ErrorBody,
    Health,
    SubmissionResult,
    Verdict,
)

__all__ = ["BatchLost", "Client", "ClientError", "RequestRefused", "Timeouts", "checked_results"]

Answer = TypeVar("Answer", bound=BaseModel)

_BUSY = frozenset({429, 503})
_RETRIED = _BUSY | {500, 502, 504}
_NOT_FOUND = 404


@dataclass(frozen=True, kw_only=True, slots=True)
class Timeouts:
    """How long this side waits, in seconds; a long poll's own wait is added to `read_s`."""

    connect_s: float = 5.0
    read_s: float = 30.0
    write_s: float = 60.0
    pool_s: float = 5.0


class Client:
    """Posts batches to one service and reads their results; use it as a context manager."""

    def __init__(
        self,
        url: str,
        *,
        timeouts: Timeouts | None = None,
        retry: Retry | None = None,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._timeouts = timeouts or Timeouts()
        self._retry = retry or Retry()
        self._sleep = sleep
        self._clock = clock
        self._url = url.rstrip("/")
        try:
            self._http = httpx.Client(
                base_url=self._url,
                transport=transport,
                headers={"Accept": "application/json"},
            )
        except httpx.InvalidURL as error:
            raise ServiceUnreachable(f"{url}: {error}") from error

    def __enter__(self) -> Self:
        """Return self."""
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def judge(
        self, request: BatchRequest, *, timeout_s: float | None = None
    ) -> list[SubmissionResult]:
        """Return one result a submission, in the order posted.

        Args:
            request: the batch.
            timeout_s: how long to wait for all results, seconds; None waits for as long as the
                service answers. `request.deadline_s` bounds the judging itself.

        Raises:
            NotFinished: not done within `timeout_s`; the caller may ask again with `status`.
            ServiceUnreachable, ServiceBusy: the retries are used up; the operator.
            RequestRefused: the batch is at fault (BatchLost: the service forgot it); the caller.
            ContractBroken: the answer is not what the wire promises; whoever runs the service.
        """
        batch_id = self.submit(request)
        give_up_at = None if timeout_s is None else self._clock() + timeout_s
        while True:
            left_s = 30.0 if give_up_at is None else give_up_at - self._clock()
            status = self.status(batch_id, wait_s=max(0.0, min(30.0, left_s)))
            if status.state is BatchState.DONE:
                return checked_results(request, status.results)
            if give_up_at is not None and self._clock() >= give_up_at:
                counts = status.counts
                raise NotFinished(
                    f"batch {batch_id}: {counts.done} of {counts.total} judged in {timeout_s} s"
                )

    def submit(self, request: BatchRequest) -> str:
        """Post a batch; return its id. Raises as `judge` does."""
        body = request.model_dump_json(exclude_defaults=True).encode()
        return self._ask(BatchAccepted, "POST", "/v1/batches", body=body).batch_id

    def status(self, batch_id: str, *, wait_s: float = 0.0) -> BatchStatus:
        """Return the batch as it stands, waiting up to `wait_s` seconds for it to be done."""
        return self._ask(
            BatchStatus,
            "GET",
            f"/v1/batches/{batch_id}",
            params={"wait_s": f"{wait_s:g}"},
            extra_read_s=wait_s,
        )

    def capabilities(self) -> Capabilities:
        """Return what the service can do: its languages, limits and guarantees."""
        return self._ask(Capabilities, "GET", "/v1/capabilities")

    def ready(self) -> Health | None:
        """Return the service's health if it can judge now, else None; asks once."""
        try:
            answer = self._http.get("/healthz/ready", timeout=self._timeout(0.0))
        except httpx.RequestError:
            return None
        return self._parse(Health, answer) if answer.is_success else None

    def _ask(
        self,
        model: type[Answer],
        method: str,
        path: str,
        *,
        body: bytes | None = None,
        params: Mapping[str, str] | None = None,
        extra_read_s: float = 0.0,
    ) -> Answer:
        request = self._http.build_request(
            method,
            path,
            content=body,
            params=params,
            headers={} if body is None else {"Content-Type": "application/json"},
            timeout=self._timeout(extra_read_s),
        )
        for attempt in range(1, self._retry.attempts + 1):
            last = attempt == self._retry.attempts
            retry_after: str | None = None
            try:
                answer = self._http.send(request)
            except httpx.RequestError as error:
                if last or isinstance(error, httpx.UnsupportedProtocol):
                    raise ServiceUnreachable(f"{self._url}: {_named(error)}") from error
            else:
                if answer.is_success:
                    return self._parse(model, answer)
                if last or answer.status_code not in _RETRIED:
                    raise _refusal(answer, url=self._url)
                retry_after = answer.headers.get("Retry-After")
            self._sleep(self._retry.pause_s(attempt, retry_after))
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _timeout(self, extra_read_s: float) -> httpx.Timeout:
        named = self._timeouts
        return httpx.Timeout(
            connect=named.connect_s,
            read=named.read_s + extra_read_s,
            write=named.write_s,
            pool=named.pool_s,
        )

    def _parse(self, model: type[Answer], answer: httpx.Response) -> Answer:
        try:
            return model.model_validate_json(answer.content)
        except ValidationError as error:
            where = f"{answer.request.method} {answer.request.url.path}"
            fault = error.errors(include_url=False, include_input=False)[0]
            field = ".".join(str(part) for part in fault["loc"])
            raise ContractBroken(f"{where}: {field}: {fault['msg']}") from error


def checked_results(
    request: BatchRequest, results: Sequence[SubmissionResult]
) -> list[SubmissionResult]:
    """Return the results in the order of the request's submissions, if they keep the contract.

    Raises:
        ContractBroken: a result is missing, double or of no submission; a verdict IE has a
            reward, or another has none; `tests` is not `total` long.
    """
    by_id = {result.id: result for result in results}
    if len(by_id) != len(results):
        raise ContractBroken("a submission has two results")
    asked = [submission.id for submission in request.submissions]
    missing = [name for name in asked if name not in by_id]
    if missing:
        raise ContractBroken(f"{len(missing)} submissions have no result, first {missing[0]!r}")
    if len(by_id) != len(asked):
        raise ContractBroken(f"{len(by_id) - len(asked)} results are of no submission")
    for result in results:
        if (result.verdict is Verdict.IE) != (result.reward is None):
            raise ContractBroken(f"{result.id!r}: {result.verdict} with reward {result.reward}")
        if len(result.tests) != result.total:
            raise ContractBroken(f"{result.id!r}: {len(result.tests)} tests of {result.total}")
    return [by_id[name] for name in asked]


def _named(error: httpx.RequestError) -> str:
    kind = "timed out" if isinstance(error, httpx.TimeoutException) else type(error).__name__
    return f"{kind}: {error}" if str(error) else kind


def _refusal(answer: httpx.Response, *, url: str) -> Exception:
    """The error that an answer of 4xx or 5xx is, with what the service said in it."""
    try:
        body = ErrorBody.model_validate_json(answer.content)
    except ValidationError:
        body = ErrorBody(code="", message=answer.reason_phrase, request_id="")
    status = answer.status_code
    where = f"{body.path}: " if body.path and body.path not in body.message else ""
    text = f"{status} {body.code}: {where}{body.message}".replace(" : ", ": ")
    if status in _BUSY:
        return ServiceBusy(f"{url}: {text}")
    if status in _RETRIED:
        return ServiceUnreachable(f"{url}: {text} (request {body.request_id or 'without id'})")
    kind = BatchLost if status == _NOT_FOUND and "/batches/" in str(answer.url) else RequestRefused
    return kind(
        text, status_code=status, code=body.code, request_id=body.request_id, path=body.path
    )
