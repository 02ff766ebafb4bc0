"""Unpacks LiveCodeBench's hidden tests: base64 of zlib of a pickle of JSON text.

Nothing in a pickle is run. `pickletools` lists its instructions without carrying one out, and only
those of texts, plain numbers and containers are taken; every other one is refused by its name,
before anything is read. Unpacking stops at a given number of bytes.

Source: livecodebench/code_generation_lite, the data set's own loading code.
"""

from __future__ import annotations

import base64
import binascii
import io
import json
import pickle
import pickletools
import struct
import zlib
from typing import NoReturn

from trainer_client.formats.records import RowError

#: More would cost memory far beyond the bytes that they take.
_MOST_INSTRUCTIONS = 1_000_000
_TEXT = frozenset({"UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8"})
_PLAIN = (
    _TEXT
    | {"PROTO", "FRAME", "STOP", "MARK", "POP", "POP_MARK"}
    | {"MEMOIZE", "PUT", "BINPUT", "LONG_BINPUT", "GET", "BINGET", "LONG_BINGET"}
    | {"EMPTY_LIST", "LIST", "APPEND", "APPENDS"}
    | {"EMPTY_DICT", "DICT", "SETITEM", "SETITEMS"}
    | {"EMPTY_TUPLE", "TUPLE", "TUPLE1", "TUPLE2", "TUPLE3"}
    | {"NONE", "NEWTRUE", "NEWFALSE", "BININT", "BININT1", "BININT2", "BINFLOAT"}
)


def unpacked(packed: str, *, most_bytes: int) -> str:
    """Return the text that was packed.

    Args:
        packed: base64 text.
        most_bytes: most bytes that it may unpack to, > 0.

    Raises:
        RowError: it is not base64, not one whole zlib stream, unpacks to more, or is not a pickle
            of text, or of containers of it (which are then returned as JSON).
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
    _check_instructions(data)
    try:
        value: object = _PlainUnpickler(io.BytesIO(data)).load()
        return value if isinstance(value, str) else json.dumps(value, allow_nan=False)
    except RowError:
        raise
    # Instructions that are harmless one by one may still be in an order that makes no sense; the
    # errors are those that the reader and the JSON of what it read are known to end with.
    except (
        pickle.PickleError,
        ArithmeticError,
        AssertionError,
        AttributeError,
        EOFError,
        LookupError,
        MemoryError,
        RecursionError,
        TypeError,
        ValueError,
        struct.error,
    ) as error:
        raise RowError(f"not a pickle: {str(error)[:100]}") from error


def _check_instructions(data: bytes) -> None:
    """Refuse a pickle by its instructions, none of which is carried out."""
    texts = 0
    try:
        instructions = pickletools.genops(io.BytesIO(data))
        for number, (instruction, _, _) in enumerate(instructions):
            if number >= _MOST_INSTRUCTIONS:
                raise RowError(f"a pickle of over {_MOST_INSTRUCTIONS} instructions")
            texts += instruction.name in _TEXT
            if instruction.name not in _PLAIN:
                raise RowError(
                    f"a pickle with the instruction {instruction.name}: "
                    "only texts and containers are taken"
                )
    except (ValueError, EOFError, OverflowError, MemoryError) as error:
        if isinstance(error, RowError):
            raise
        raise RowError(f"not a pickle: {str(error)[:100]}") from error
    if not texts:
        raise RowError("a pickle without a text")


# The reader in Python: that in C makes room for any index into its memo that the data names.
class _PlainUnpickler(pickle._Unpickler):  # pyright: ignore[reportPrivateUsage]
    def find_class(self, module: str, name: str) -> NoReturn:
        raise RowError(f"a pickle that names {module[:40]}.{name[:40]}")

    def persistent_load(self, pid: object) -> NoReturn:
        raise RowError(f"a pickle with a persistent id of type {type(pid).__name__}")
