"""Unpacks LiveCodeBench's hidden tests: base64 of zlib of a pickle of JSON text.

Nothing is unpickled. `pickletools` lists the pickle's instructions without carrying one out, and
the only pickle that is taken is one text: every other instruction is refused by its name, before
what follows it is read. Unpacking stops at a given number of bytes.

Source: livecodebench/code_generation_lite, the data set's own loading code.
"""

from __future__ import annotations

import base64
import binascii
import io
import pickletools
import zlib

from trainer_client.formats.records import RowError

#: The pickle of one text has six; a long row of harmless ones would only cost time.
_MOST_INSTRUCTIONS = 64
_TEXT = frozenset({"UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8"})
_HARMLESS = frozenset(
    {"PROTO", "FRAME", "MEMOIZE", "PUT", "BINPUT", "LONG_BINPUT", "STOP"},
)


def unpacked(packed: str, *, most_bytes: int) -> str:
    """Return the text that was packed.

    Args:
        packed: base64 text.
        most_bytes: most bytes that it may unpack to, > 0.

    Raises:
        RowError: it is not base64, not one whole zlib stream, unpacks to more, or is not the
            pickle of one text.
    """
    try:
        squeezed = base64.b64decode(packed, validate=True)
    except (binascii.Error, ValueError) as error:
        raise RowError(f"neither a JSON list nor base64: {error}") from error
    return _pickled_text(_inflated(squeezed, most_bytes))


def _inflated(squeezed: bytes, most_bytes: int) -> bytes:
    inflating = zlib.decompressobj()
    try:
        data = inflating.decompress(squeezed, most_bytes + 1)
    except zlib.error as error:
        raise RowError(f"not zlib: {error}") from error
    if len(data) > most_bytes:
        raise RowError(f"unpacks to more than {most_bytes} bytes")
    if not inflating.eof:
        raise RowError("not zlib: the stream ends too early")
    if inflating.unused_data:
        raise RowError(f"{len(inflating.unused_data)} bytes follow the zlib stream")
    return data


def _pickled_text(data: bytes) -> str:
    texts: list[str] = []
    try:
        instructions = pickletools.genops(io.BytesIO(data))
        for number, (instruction, argument, _) in enumerate(instructions):
            if number >= _MOST_INSTRUCTIONS:
                raise RowError(f"a pickle of over {_MOST_INSTRUCTIONS} instructions")
            if instruction.name in _TEXT and not texts:
                texts.append(str(argument))
            elif instruction.name not in _HARMLESS:
                raise RowError(
                    f"a pickle with the instruction {instruction.name}: only one text is taken"
                )
    except (ValueError, EOFError, OverflowError, MemoryError) as error:
        if isinstance(error, RowError):
            raise
        raise RowError(f"not a pickle: {str(error)[:100]}") from error
    if not texts:
        raise RowError("a pickle without a text")
    return texts[0]
