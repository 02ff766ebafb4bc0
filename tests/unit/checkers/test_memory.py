"""What memory a comparison takes: by what differs, not by repeats, and never by an exponent."""

from __future__ import annotations

import tracemalloc

import pytest

from service.checkers.registry import methods
from service.checkers.typed_value import check_value
from service.checkers.value_text import parse_value

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


@pytest.mark.parametrize("name", ["a set", "a list in any order"])
def test_a_large_exponent_takes_no_room(name: str) -> None:
    numbers = ", ".join(f"{number}e4{number:03d}" for number in range(1, 1000))
    text = f"{{{numbers}}}" if name == "a set" else f"[{numbers}]"
    output, answer = parse_value(text), parse_value(text.replace("999e4999", "998e4999"))
    tracemalloc.start()
    assert not check_value(output, answer, unordered="list").accepted
    peak_bytes = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak_bytes < 100 * len(text)
