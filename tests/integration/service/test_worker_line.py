"""A worker's end of the socket."""

from __future__ import annotations

import socket

import pytest

from service.jobqueue.envelope import Finished
from service.worker import Line


def test_a_sign_of_life_to_a_parent_that_is_gone_harms_no_run() -> None:
    ours, theirs = socket.socketpair()
    theirs.close()
    with ours:
        line = Line(ours, beat_s=0.0)
        line.beat()
        with pytest.raises(ConnectionError):
            line.tell(Finished())
