"""Feeds questions to a few processes of LiveCodeBench's judge and gives answers in order.

Imports the standard library and the seam. One thread, one loop: a process that dies or says nothing
costs the question that it had, and another takes its seat. Whatever happens, no process is left.
"""

from __future__ import annotations

import json
import selectors
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from service.accuracy.baseline import BaselineUnavailable

from .box import Box
from .judge_process import JudgeProcess
from .opinions import Question

START_S = 120.0
GRACE_S = 30.0
_MOST_FAILED_STARTS = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Lost:
    """A question without an answer, and why."""

    reason: str


@dataclass(kw_only=True, slots=True)
class _Seat:
    """A process and what it is at: the number of its question, None while it starts or idles."""

    process: JudgeProcess
    deadline: float
    patience_s: float = START_S
    ready: bool = False
    asked: int | None = None

    @property
    def busy(self) -> bool:
        """Whether it is about to say something."""
        return not self.ready or self.asked is not None


class Pool:
    """Runs the processes while the `with` block lasts.

    Args:
        box: how to start one.
        workers: how many.
        grace_s: seconds that an answer may be later than LiveCodeBench's own limit.
        clock: gives seconds.
    """

    def __init__(
        self,
        box: Box,
        *,
        workers: int,
        grace_s: float = GRACE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._box = box
        self._workers = workers
        self._grace_s = grace_s
        self._clock = clock
        self._seats: list[_Seat] = []
        self._failed_starts = 0
        self.python = ""

    def __enter__(self) -> Self:
        """Start the processes and wait until each has loaded LiveCodeBench.

        Raises:
            BaselineUnavailable: one does not start; the message says what it said.
        """
        try:
            for _ in range(self._workers):
                self._take_seat()
            while not all(seat.ready for seat in self._seats):
                self._wait()
                for seat in [seat for seat in self._seats if seat.busy]:
                    self._look_at(seat)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the processes, whatever they are at."""
        self._end()

    def answers(
        self, questions: Sequence[Question], *, on_answer: Callable[[int], None]
    ) -> list[bytes | Lost]:
        """Return the answer to each question, or why there is none.

        Args:
            questions: what to ask.
            on_answer: called with how many are answered so far.

        Raises:
            BaselineUnavailable: processes that died could not be replaced.
        """
        found: dict[int, bytes | Lost] = {}
        following = 0
        while len(found) < len(questions):
            for seat in self._seats:
                if seat.ready and seat.asked is None and following < len(questions):
                    self._ask(seat, following, questions[following])
                    following += 1
            self._wait()
            for seat in [seat for seat in self._seats if seat.busy]:
                number = seat.asked
                said = self._look_at(seat)
                if said is not None and number is not None:
                    found[number] = said
            on_answer(len(found))
        return [found[number] for number in range(len(questions))]

    def _ask(self, seat: _Seat, number: int, question: Question) -> None:
        seat.asked = number
        seat.patience_s = question.patience_s + self._grace_s
        seat.deadline = self._clock() + seat.patience_s
        seat.process.ask(question.line)

    def _wait(self) -> None:
        """Sleep until a pipe has something or a deadline passes."""
        busy = [seat for seat in self._seats if seat.busy]
        with selectors.DefaultSelector() as selector:
            for seat in busy:
                selector.register(seat.process.answers, selectors.EVENT_READ)
                if seat.process.has_unsent:
                    selector.register(seat.process.questions, selectors.EVENT_WRITE)
            first = min(seat.deadline for seat in busy)
            selector.select(max(0.0, first - self._clock()))

    def _look_at(self, seat: _Seat) -> bytes | Lost | None:
        """Return what came of the seat's question; a dead or late process is replaced."""
        seat.process.send()
        try:
            line = seat.process.receive()
        except EOFError:
            return self._replace(seat, f"its process died ({seat.process.last_words()})")
        except ValueError as error:
            return self._replace(seat, str(error))
        if line is None:
            late = self._clock() >= seat.deadline
            return self._replace(seat, f"no answer within {seat.patience_s:g} s") if late else None
        if seat.ready:
            seat.asked = None
            return line
        seat.ready = True
        self._failed_starts = 0
        self.python = str(json.loads(line)["ready"]["python"])
        return None

    def _replace(self, seat: _Seat, why: str) -> Lost:
        self._seats.remove(seat)
        seat.process.end()
        if not seat.ready:
            self._failed_starts += 1
            # At first nothing has been lost by giving up, and the cause will not pass.
            if not self.python or self._failed_starts >= _MOST_FAILED_STARTS:
                raise BaselineUnavailable(f"LiveCodeBench's judge does not start: {why}")
        self._take_seat()
        return Lost(reason=why)

    def _take_seat(self) -> None:
        try:
            process = JudgeProcess(self._box)
        except OSError as error:
            raise BaselineUnavailable(f"LiveCodeBench's judge does not start: {error}") from error
        self._seats.append(_Seat(process=process, deadline=self._clock() + START_S))

    def _end(self) -> None:
        while self._seats:
            self._seats.pop().process.end()
