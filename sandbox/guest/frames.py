"""Length-prefixed frames: how host and guest talk over one stream socket.

Standard library only; both sides use it. Layout of a frame, big-endian:

    u32 length of the JSON | u32 length of the blob | JSON object | blob

The JSON says what the frame is (`"type"`); bulk bytes (source, input, output) travel as the blob,
never inside JSON. A frame with several parts lists their sizes in `"sizes"`.

    host -> guest   configure, prepare + source, run + input, finish
    guest -> host   hello, prepared, ran + outputs, finished, runner_died
"""

from __future__ import annotations

import json
import os
import socket
import struct
from typing import Any

HEADER = struct.Struct("!II")
MAX_JSON_BYTES = 4 * 1024 * 1024
MAX_BLOB_BYTES = 1024 * 1024 * 1024


class FrameError(Exception):
    """The bytes are not a frame, or the other side went away in the middle of one."""


def send(sock: socket.socket, message: dict[str, Any], blob: bytes = b"") -> None:
    """Send one frame whole.

    Args:
        sock: a connected stream socket.
        message: the JSON object.
        blob: bulk bytes, at most 1 GiB.

    Raises:
        OSError: the other side is gone.
    """
    text = json.dumps(message).encode()
    sock.sendall(HEADER.pack(len(text), len(blob)) + text)
    if blob:
        sock.sendall(blob)


def send_files(sock: socket.socket, message: dict[str, Any], files: list[tuple[int, int]]) -> None:
    """Send one frame whose blob is the first bytes of open files, copied by the kernel.

    Args:
        sock: a connected stream socket.
        message: the JSON object.
        files: (file descriptor, number of bytes) in order; each file has at least as many bytes.

    Raises:
        OSError: the other side is gone.
    """
    total = sum(size for _, size in files)
    text = json.dumps(message).encode()
    sock.sendall(HEADER.pack(len(text), total) + text)
    for descriptor, size in files:
        sent = 0
        while sent < size:
            step = os.sendfile(sock.fileno(), descriptor, sent, size - sent)
            if step == 0:
                # The program cut its own output file while it was being read: pad, keep the frame.
                sock.sendall(bytes(size - sent))
                break
            sent += step


def receive(
    sock: socket.socket, *, max_blob_bytes: int = MAX_BLOB_BYTES
) -> tuple[dict[str, Any], bytes]:
    """Return the next frame as (JSON object, blob).

    Args:
        sock: a connected stream socket; its time-out applies to each read.
        max_blob_bytes: a longer blob is refused before it is read.

    Raises:
        EOFError: the other side closed between frames.
        FrameError: not a frame, or closed inside one.
        OSError: the socket failed or its time-out passed.
    """
    header = _read(sock, HEADER.size, at_start=True)
    json_size, blob_size = HEADER.unpack(header)
    if json_size > MAX_JSON_BYTES or blob_size > max_blob_bytes:
        raise FrameError(f"frame of {json_size} + {blob_size} bytes is too large")
    try:
        message: dict[str, Any] | list[Any] | str | float | None = json.loads(
            bytes(_read(sock, json_size))
        )
    except (ValueError, RecursionError) as error:
        raise FrameError("frame does not hold JSON") from error
    if not isinstance(message, dict):
        raise FrameError("frame does not hold a JSON object")
    return message, bytes(_read(sock, blob_size))


def _read(sock: socket.socket, size: int, *, at_start: bool = False) -> bytearray:
    data = bytearray(size)
    view = memoryview(data)
    got = 0
    while got < size:
        step = sock.recv_into(view[got:])
        if step == 0:
            if at_start and got == 0:
                raise EOFError
            raise FrameError("closed inside a frame")
        got += step
    return data
