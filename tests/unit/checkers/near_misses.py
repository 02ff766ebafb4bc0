"""Answers, and outputs that are nearly right: what a comparison must tell apart, made at random.

Every token of a text differs from every other by more than any rule of policy `default` forgives,
so moving, dropping, adding or changing one makes the output wrong.
"""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

Rows = list[list[bytes]]

_WORDS = st.from_regex(rb"[g-m]{1,6}", fullmatch=True)
_INTEGERS = st.integers(-(10**25), 10**25).map(lambda number: b"%d" % number)
_DECIMALS = st.integers(-(10**6), 10**6).map(lambda number: f"{number}.5".encode())
_TOKENS = st.one_of(_WORDS, _INTEGERS, _DECIMALS)
_NOISE = st.sampled_from([b" ", b"  ", b"\t", b" \t "])
_LINE_ENDS = st.sampled_from([b"\n", b"\r\n", b" \n", b"\t\r\n"])


@st.composite
def rows(draw: st.DrawFn, *, least: int = 1) -> Rows:
    """Return lines of tokens, no two tokens alike, at least `least` tokens in all."""
    tokens = draw(st.lists(_TOKENS, min_size=max(1, least), max_size=12, unique=True))
    made: Rows = [[tokens[0]]]
    for token in tokens[1:]:
        if draw(st.booleans()):
            made.append([])
        made[-1].append(token)
    return made


def text(lines: Rows) -> bytes:
    """Return rows as a program prints them."""
    return b"".join(b" ".join(line) + b"\n" for line in lines)


@st.composite
def noisy(draw: st.DrawFn, lines: Rows) -> bytes:
    """Return the same rows with other white space, which carries nothing."""
    parts = [draw(st.sampled_from([b"", b"\xef\xbb\xbf", b"\n", b"  "]))]
    for line in lines:
        for token in line:
            parts += [token, draw(_NOISE)]
        parts.append(draw(_LINE_ENDS))
    return b"".join(parts)


def _copy(lines: Rows) -> Rows:
    return [[*line] for line in lines]


@st.composite
def _place(draw: st.DrawFn, lines: Rows) -> tuple[int, int]:
    line = draw(st.integers(0, len(lines) - 1))
    return line, draw(st.integers(0, len(lines[line]) - 1))


@st.composite
def swapped_tokens(draw: st.DrawFn, lines: Rows) -> Rows:
    """Return rows of which two tokens changed places."""
    line, token = draw(_place(lines))
    other_line, other_token = draw(
        _place(lines).filter(lambda place: place != (line, token)),
    )
    made = _copy(lines)
    made[line][token] = lines[other_line][other_token]
    made[other_line][other_token] = lines[line][token]
    return made


@st.composite
def dropped_token(draw: st.DrawFn, lines: Rows) -> Rows:
    """Return rows without one of their tokens."""
    line, token = draw(_place(lines))
    made = _copy(lines)
    del made[line][token]
    return made


@st.composite
def repeated_token(draw: st.DrawFn, lines: Rows) -> Rows:
    """Return rows with one token twice in a row."""
    line, token = draw(_place(lines))
    made = _copy(lines)
    made[line].insert(token, lines[line][token])
    return made


@st.composite
def copied_token(draw: st.DrawFn, lines: Rows) -> Rows:
    """Return rows of which one token was replaced by another of them."""
    swapped = draw(swapped_tokens(lines))
    line, token = next(
        (row, place)
        for row, line in enumerate(lines)
        for place, old in enumerate(line)
        if old != swapped[row][place]
    )
    made = _copy(lines)
    made[line][token] = swapped[line][token]
    return made


@st.composite
def dropped_line(draw: st.DrawFn, lines: Rows) -> Rows:
    """Return rows without one of the lines."""
    line = draw(st.integers(0, len(lines) - 1))
    return [*lines[:line], *lines[line + 1 :]]


@st.composite
def repeated_line(draw: st.DrawFn, lines: Rows) -> Rows:
    """Return rows with one line twice in a row."""
    line = draw(st.integers(0, len(lines) - 1))
    return [*lines[: line + 1], *lines[line:]]


@st.composite
def added_line(draw: st.DrawFn, lines: Rows) -> Rows:
    """Return rows with one line more."""
    line = draw(st.integers(0, len(lines)))
    return [*lines[:line], [b"more"], *lines[line:]]


MUTATIONS: dict[str, Callable[[Rows], st.SearchStrategy[Rows]]] = {
    "swapped tokens": swapped_tokens,
    "a dropped token": dropped_token,
    "a repeated token": repeated_token,
    "a copied token": copied_token,
    "a dropped line": dropped_line,
    "a repeated line": repeated_line,
    "an added line": added_line,
}


@st.composite
def edited(draw: st.DrawFn, original: bytes) -> bytes:
    """Return a text in which a few bytes were changed, taken out or put in."""
    made = bytearray(original)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(made)))
        end = place + draw(st.integers(0, 2))
        made[place:end] = draw(
            st.sampled_from([b"", b"0", b"1", b".", b"e", b"-", b" ", b"\n", b"\r", b"\xff", b"["])
        )
    return bytes(made)
