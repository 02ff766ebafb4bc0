r"""One Python string or bytes literal, read without compiling it.

Standard library only. Total and linear; no warning is given for an unknown escape such as `\d`,
which stands for itself.

Source: Python language reference, section 2.4.1.
"""

from __future__ import annotations

import re
import unicodedata

_ESCAPE = re.compile(
    r"\\(?:(?P<octal>[0-7]{1,3})|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})"
    r"|U(?P<U>[0-9a-fA-F]{8})|N\{(?P<name>[^{}]{1,100})\}|(?P<char>.))",
    re.DOTALL,
)
_PARTS = re.compile(r"(?P<prefix>[a-zA-Z]*)(?P<quote>'''|\"\"\"|'|\")(?P<body>.*)", re.DOTALL)
_CHARACTERS = {
    "\n": "",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
    "'": "'",
    '"': '"',
}
_PREFIXES = {"", "u", "r", "b", "br", "rb"}
_BYTE_END = 256


def read_string(literal: str) -> str | bytes:
    r"""Return what a string or bytes literal stands for.

    Args:
        literal: the literal with its prefix and quotes, closed.

    Raises:
        ValueError: a prefix or escape is not Python's, or a bytes literal holds what is no byte.
    """
    parts = _PARTS.fullmatch(literal)
    if parts is None or parts["prefix"].lower() not in _PREFIXES:
        raise ValueError("not a string literal")
    prefix = parts["prefix"].lower()
    body = parts["body"].removesuffix(parts["quote"])
    if "b" not in prefix:
        return body if "r" in prefix else _ESCAPE.sub(_text_escape, body)
    if not body.isascii():
        raise ValueError("a bytes literal holds ASCII characters only")
    plain = body if "r" in prefix else _ESCAPE.sub(_byte_escape, body)
    return plain.encode("latin-1")


def _text_escape(match: re.Match[str]) -> str:
    if match["name"] is not None:
        try:
            return unicodedata.lookup(match["name"])
        except KeyError:
            raise ValueError("an unknown character name") from None
    for group in ("u", "U"):
        if match[group] is not None:
            return chr(int(match[group], 16))
    if match["char"] is not None and match["char"] in "uUN":
        raise ValueError("a broken escape")
    return _byte_escape(match)


def _byte_escape(match: re.Match[str]) -> str:
    if match["octal"] is not None:
        return chr(int(match["octal"], 8) % _BYTE_END)
    if match["x"] is not None:
        return chr(int(match["x"], 16))
    if match["char"] is None:
        return match[0]
    if match["char"] == "x":
        raise ValueError("a broken escape")
    return _CHARACTERS.get(match["char"], match[0])
