"""Pairs of output and answer that are hard on a comparison, of any size.

Standard library only. Each function returns about `size` bytes for each side.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count, islice

Pair = tuple[bytes, bytes]
SHAPES: dict[str, Callable[[int], Pair]] = {}
_ROW = b"12 34 abc 0.5\n"
_SEED = 1


def _shape(make: Callable[[int], Pair]) -> Callable[[int], Pair]:
    SHAPES[make.__name__.replace("_", " ")] = make
    return make


def rows(size: int) -> bytes:
    """Return lines of integers, words and decimals."""
    return _ROW * (size // len(_ROW))


@_shape
def equal(size: int) -> Pair:
    return rows(size), bytes(bytearray(rows(size)))


@_shape
def last_byte_differs(size: int) -> Pair:
    return rows(size) + b"x\n", rows(size) + b"y\n"


@_shape
def other_line_ends(size: int) -> Pair:
    return rows(size).replace(b"\n", b"\r\n"), rows(size)


@_shape
def one_character_tokens(size: int) -> Pair:
    return b"1 " * (size // 2) + b"2", b"1\t" * (size // 2) + b"3"


@_shape
def one_line(size: int) -> Pair:
    return b"abc def " * (size // 8) + b"x", b"abc  def " * (size // 9) + b"y"


@_shape
def one_token_of_digits(size: int) -> Pair:
    return b"7" * size + b"1", b"7" * size + b"2"


@_shape
def digits_and_a_large_exponent(size: int) -> Pair:
    return b"7" * size + b"e1000000000", b"0." + b"7" * size + b"e-1000000000"


@_shape
def opening_brackets(size: int) -> Pair:
    return b"[" * size, b"[" * (size - 1)


@_shape
def nested_lists(size: int) -> Pair:
    literal = b"[" + b'[1, 2, [3, "a"]], ' * (size // 18)
    return literal + b"1]", literal + b"2]"


@_shape
def nested_tuples(size: int) -> Pair:
    literal = b"[" + b"(1, 2, [3, 'a']), " * (size // 18)
    return literal + b"1]", literal + b"2]"


@_shape
def long_integers_in_a_list(size: int) -> Pair:
    literal = b"[" + (b"9" * 99_990 + b", ") * (size // 99_992)
    return literal + b"1]", literal + b"2]"


@_shape
def large_exponents_in_a_set(size: int) -> Pair:
    numbers = (b"%de4%03d" % (number % 9 + 1, number % 999) for number in count())
    return b"{" + b", ".join(islice(numbers, size // 8)) + b"}", b"{1}"


@_shape
def blank_lines(size: int) -> Pair:
    return b"1\n" + b"\n" * size + b"2", b"1\n" + b"\n" * size + b"3"


@_shape
def carriage_returns(size: int) -> Pair:
    return b"1" + b"\r" * size + b"2", b"1" + b"\r" * size + b"3"


@_shape
def floats_that_are_near(size: int) -> Pair:
    return b"0.300001\n" * (size // 9), b"0.300002\n" * (size // 9)


@_shape
def zero_bytes(size: int) -> Pair:
    return b"\0" * size + b"1", b"\0" * size + b"2"


@_shape
def no_utf_8(size: int) -> Pair:
    return b"\xff\xfe " * (size // 3) + b"1", b"\xff\xfe " * (size // 3) + b"2"


def _permuted(lines: list[bytes]) -> list[bytes]:
    return random.Random(_SEED).sample(lines, len(lines))  # noqa: S311 - any order does


@_shape
def permuted_integers(size: int) -> Pair:
    lines = [b"%010d" % (10**9 + number) for number in range(size // 11)]
    return b"\n".join([*_permuted(lines), b"1"]), b"\n".join([*lines, b"2"])


@_shape
def permuted_floats_that_are_near(size: int) -> Pair:
    lines = [b"%d.125" % (10**5 + number) for number in range(size // 11)]
    return b"\n".join(line + b"001" for line in _permuted(lines)), b"\n".join(lines)
