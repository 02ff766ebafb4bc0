"""Has batches judged by a service, embedded or remote, and gives results back in order.

Imports the wire types and the client's check of results. Two batches are in flight at any time,
so that no slot idles while the last programs of a batch finish.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from service.errors import BadInput
from trainer_client.client import RequestRefused, checked_results
from trainer_client.wire import (
    BatchRequest,
    BatchState,
    BatchStatus,
    Capabilities,
    SubmissionResult,
)

from .exit_codes import CommandError
from .work import Batch, Task

IN_FLIGHT = 2


class JudgeService(Protocol):
    """What takes batches: `trainer_client.client.Client` is one, `EmbeddedService` another."""

    def submit(self, request: BatchRequest) -> str:
        """Post a batch; return its id."""
        ...

    def status(self, batch_id: str, *, wait_s: float = 0.0) -> BatchStatus:
        """Return the batch as it stands, waiting up to `wait_s` seconds for it to be done."""
        ...

    def capabilities(self) -> Capabilities:
        """Return what the service can do."""
        ...


def judge_all(
    service: JudgeService,
    batches: Iterable[Batch],
    *,
    on_judged: Callable[[int], None],
    wait_s: float,
) -> Iterator[tuple[Task, SubmissionResult]]:
    """Yield each submission with its one result, in the order of the batches.

    Args:
        service: what judges.
        batches: what to judge; read as room becomes free.
        on_judged: called with how many submissions are judged so far.
        wait_s: seconds to wait at one time before `on_judged` is called again.

    Raises:
        CommandError: the service refuses a problem or a submission; it is named.
        ContractBroken: a submission has no result, or two, or a rewarded IE.
    """
    waiting: deque[tuple[str, Batch]] = deque()
    left = iter(batches)
    finished = 0
    while True:
        while len(waiting) < IN_FLIGHT and (batch := next(left, None)) is not None:
            waiting.append((_submit(service, batch), batch))
        if not waiting:
            return
        batch_id, batch = waiting.popleft()
        status = service.status(batch_id, wait_s=wait_s)
        while status.state is not BatchState.DONE:
            on_judged(finished + status.counts.done)
            status = service.status(batch_id, wait_s=wait_s)
        finished += len(batch.tasks)
        on_judged(finished)
        yield from zip(batch.tasks, checked_results(batch.request, status.results), strict=True)


def _submit(service: JudgeService, batch: Batch) -> str:
    try:
        return service.submit(batch.request)
    except (BadInput, RequestRefused) as error:
        name = batch.named(error.path)
        if name is None:
            raise
        raise CommandError(f"{name}: {error}") from error
