"""Texts that repeat cost memory by what differs in them, not by how often it stands there."""

from __future__ import annotations

import tracemalloc

import pytest

from service.checkers.registry import methods

REPEATS = 100_000


@pytest.mark.parametrize("name", ["unordered_lines", "unordered_tokens"])
@pytest.mark.parametrize("token", [b"17", b"0.25", b"word"])
def test_what_repeats_is_held_once(name: str, token: bytes) -> None:
    check = methods()[name]
    answer = (token + b"\n") * REPEATS
    output = answer + b"other\n"
    wrong = answer + b"wrong\n"
    check(output[-20:], answer[-20:])
    tracemalloc.start()
    assert check(output, output).accepted
    assert not check(output, answer).accepted
    assert not check(output, wrong).accepted
    peak_bytes = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak_bytes < 8 * len(answer)
