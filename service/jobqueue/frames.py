"""Messages on a socket between the API and a worker: a length, then that many bytes of JSON.

Imports the standard library only. The length is 4 bytes, big-endian. Both ends are ours, so a
frame that is too long or cut short is a fault of ours: `FrameError`.
"""

from __future__ import annotations

import asyncio
import socket
import struct

_HEAD = struct.Struct(">I")
MAX_FRAME_BYTES = 1 << 30


class FrameError(Exception):
    """The stream is not made of frames; the connection is of no more use."""


def encode_frame(message: bytes) -> bytes:
    """Return the frame of one message.

    Raises:
        FrameError: the message is longer than a frame may be; a bug of the caller.
    """
    if len(message) > MAX_FRAME_BYTES:
        raise FrameError(f"frame of {len(message)} > {MAX_FRAME_BYTES} bytes")
    return _HEAD.pack(len(message)) + message


def receive_frame(sock: socket.socket) -> bytes | None:
    """Return the next message, or None where the other end has closed between two frames.

    Raises:
        FrameError: the stream ended inside a frame, or the length is impossible.
    """
    head = _receive_exactly(sock, _HEAD.size)
    if head is None:
        return None
    length = _length(head)
    body = _receive_exactly(sock, length) if length else b""
    if body is None:
        raise FrameError("stream ended before the frame's body")
    return body


async def read_frame(reader: asyncio.StreamReader) -> bytes | None:
    """Return the next message, or None where the other end has closed or died.

    Raises:
        FrameError: the length is impossible.
    """
    try:
        length = _length(await reader.readexactly(_HEAD.size))
        return await reader.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None


def _length(head: bytes) -> int:
    length: int = _HEAD.unpack(head)[0]
    if length > MAX_FRAME_BYTES:
        raise FrameError(f"frame of {length} > {MAX_FRAME_BYTES} bytes")
    return length


def _receive_exactly(sock: socket.socket, length: int) -> bytes | None:
    parts: list[bytes] = []
    missing = length
    while missing:
        part = sock.recv(min(missing, 1 << 20))
        if not part:
            if missing == length:
                return None
            raise FrameError(f"stream ended with {missing} of {length} bytes missing")
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)
