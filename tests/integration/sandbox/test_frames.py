"""Frames: what was sent arrives, and nothing that is not a frame passes for one."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Generator, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.guest import frames

Pair = tuple[socket.socket, socket.socket]


@contextlib.contextmanager
def connected() -> Generator[Pair]:
    left, right = socket.socketpair()
    with left, right:
        yield left, right


@pytest.fixture
def pair() -> Iterator[Pair]:
    with connected() as both:
        yield both


def frame(text: bytes, blob: bytes = b"", *, json_size: int = -1, blob_size: int = -1) -> bytes:
    """Return a frame by hand, with sizes that may lie."""
    sizes = (
        len(text) if json_size < 0 else json_size,
        len(blob) if blob_size < 0 else blob_size,
    )
    return frames.HEADER.pack(*sizes) + text + blob


@given(
    message=st.dictionaries(st.text(max_size=9), st.none() | st.integers() | st.text(max_size=9)),
    blob=st.binary(max_size=300),
)
def test_what_was_sent_arrives(message: dict[str, object], blob: bytes) -> None:
    with connected() as (host, guest):
        frames.send(host, message, blob)
        frames.send(host, {"type": "second"})
        assert frames.receive(guest) == (message, blob)
        assert frames.receive(guest) == ({"type": "second"}, b"")


def test_files_arrive_as_one_blob_cut_to_the_asked_sizes(pair: Pair) -> None:
    first, second = os.memfd_create("first"), os.memfd_create("second")
    os.write(first, b"abcdef")
    os.write(second, b"xyz")
    frames.send_files(pair[0], {"type": "ran"}, [(first, 4), (second, 3)])
    assert frames.receive(pair[1]) == ({"type": "ran"}, b"abcdxyz")
    os.close(first)
    os.close(second)


def test_a_file_that_was_cut_meanwhile_is_padded(pair: Pair) -> None:
    file = os.memfd_create("shrunk")
    os.write(file, b"abc")
    frames.send_files(pair[0], {}, [(file, 5)])
    frames.send(pair[0], {"type": "next"})
    assert frames.receive(pair[1]) == ({}, b"abc\0\0")
    assert frames.receive(pair[1]) == ({"type": "next"}, b"")
    os.close(file)


def test_a_close_between_frames_is_an_end(pair: Pair) -> None:
    pair[0].close()
    with pytest.raises(EOFError):
        frames.receive(pair[1])


@pytest.mark.parametrize("length", range(1, 8 + 12 + 4))
def test_a_close_inside_a_frame_is_an_error(pair: Pair, length: int) -> None:
    whole = frame(b'{"type": 1} ', b"blob")
    assert length < len(whole)
    pair[0].sendall(whole[:length])
    pair[0].close()
    with pytest.raises(frames.FrameError, match="closed inside"):
        frames.receive(pair[1])


def test_json_past_its_cap_is_refused_before_it_is_read(pair: Pair) -> None:
    pair[0].sendall(frame(b"", json_size=frames.MAX_JSON_BYTES + 1))
    with pytest.raises(frames.FrameError, match=f"{frames.MAX_JSON_BYTES + 1} "):
        frames.receive(pair[1])


@pytest.mark.parametrize("cap", [0, 7, frames.MAX_BLOB_BYTES])
def test_a_blob_past_its_cap_is_refused_before_it_is_read(pair: Pair, cap: int) -> None:
    pair[0].sendall(frame(b"{}", blob_size=cap + 1))
    with pytest.raises(frames.FrameError, match="too large"):
        frames.receive(pair[1], max_blob_bytes=cap)


def test_a_blob_of_exactly_its_cap_passes(pair: Pair) -> None:
    pair[0].sendall(frame(b"{}", b"1234567"))
    assert frames.receive(pair[1], max_blob_bytes=7) == ({}, b"1234567")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{", id="unclosed"),
        pytest.param(b"\xff\xfe{", id="not text"),
        pytest.param(b"{} {}", id="two objects"),
        pytest.param(b'{"n": 1' + b"0" * 5000 + b"}", id="an integer of 5001 digits"),
        pytest.param(b"[" * 10_000, id="deep lists"),
        pytest.param(b'{"a":' * 10_000 + b"1" + b"}" * 10_000, id="deep objects"),
    ],
)
def test_text_that_is_not_json_is_an_error(pair: Pair, text: bytes) -> None:
    pair[0].sendall(frame(text))
    with pytest.raises(frames.FrameError, match="does not hold JSON"):
        frames.receive(pair[1])


@pytest.mark.parametrize("value", [None, [], [{}], 1, 1.5, "type", True])
def test_json_that_is_no_object_is_an_error(pair: Pair, value: object) -> None:
    pair[0].sendall(frame(json.dumps(value).encode()))
    with pytest.raises(frames.FrameError, match="JSON object"):
        frames.receive(pair[1])


def test_a_silent_peer_is_a_timeout(pair: Pair) -> None:
    pair[1].settimeout(0.001)
    with pytest.raises(TimeoutError):
        frames.receive(pair[1])


def _read_to_the_end(sent: bytes) -> None:
    """Receive frames until the end; only the three documented errors may end it."""
    with connected() as (host, guest):
        host.sendall(sent)
        host.close()
        with contextlib.suppress(frames.FrameError, EOFError, OSError):
            while True:
                message, blob = frames.receive(guest, max_blob_bytes=1 << 16)
                assert type(message) is dict
                assert type(blob) is bytes


@given(st.binary(max_size=2000))
def test_random_bytes_raise_nothing_else(sent: bytes) -> None:
    _read_to_the_end(sent)


@given(st.lists(st.tuples(st.binary(max_size=40) | st.text(max_size=40), st.binary(max_size=40))))
def test_random_frames_raise_nothing_else(parts: list[tuple[bytes | str, bytes]]) -> None:
    texts = [text if isinstance(text, bytes) else json.dumps([text]).encode() for text, _ in parts]
    _read_to_the_end(b"".join(frame(text, parts[i][1]) for i, text in enumerate(texts)))
