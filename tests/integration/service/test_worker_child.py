"""A worker process as its parent sees it."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import Mock

import pytest

from service.errors import WorkerLost
from service.jobqueue.child import Child
from service.jobqueue.envelope import Beat, Finished, Ready, Report
from service.jobqueue.frames import encode_frame

READY = Ready(backend="fake", environment="none", guarantees=[], notes=[], languages=[])


def _ready(*said: Report, timeout_s: float = 10.0) -> Ready:
    async def ask() -> Ready:
        reader = asyncio.StreamReader()
        for report in said:
            reader.feed_data(encode_frame(report.model_dump_json().encode()))
        unused: Any = Mock(pid=1)
        return await Child(unused, reader, unused).ready(timeout_s=timeout_s)

    return asyncio.run(ask())


def test_signs_of_life_before_ready_are_passed_over() -> None:
    assert _ready(Beat(), Beat(), READY) == READY


def test_signs_of_life_do_not_put_off_the_time_limit() -> None:
    with pytest.raises(WorkerLost, match=r"not ready within 0\.05 s"):
        _ready(Beat(), timeout_s=0.05)


def test_anything_else_before_ready_is_a_broken_protocol() -> None:
    with pytest.raises(WorkerLost, match="said finished before ready"):
        _ready(Finished(), READY)
