"""Text of judged programs made fit to be shown: nothing invisible, nothing that cannot be encoded.

Standard library only. A program and its output may hold control characters, half a surrogate pair
or marks that turn the reading direction; each report escapes its own syntax on top of this.
"""

from __future__ import annotations

import re

# Controls but newline and tab, direction marks (https://trojansource.codes), halves of surrogate
# pairs, and the two characters that XML 1.0 has no way to write.
_UNSHOWN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff"
    "\ud800-\udfff\ufffe\uffff]"
)
# Measured seconds and addresses of objects: what differs between two runs of one program.
_MEASURED = re.compile(r"\b\d+(?:\.\d+)?(?= ?(?:ms|s|sec|seconds?)\b)|(?<=\b0x)[0-9a-fA-F]+")


def visible(text: str) -> str:
    r"""Return the text with what cannot be seen or encoded written as escapes (`\x1b`)."""
    return _UNSHOWN.sub(lambda match: ascii(match.group())[1:-1], text)


def in_one_line(text: str) -> str:
    """Return the text without line ends, each run of white space one blank, all visible."""
    return visible(" ".join(text.split()))


def cut(text: str, limit: int) -> str:
    """Return at most `limit` characters of the text, and then how many more there were."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]}\n… {len(text) - limit:,} more characters are not shown"


def without_measures(text: str) -> str:
    """Return the text with measured seconds and addresses of memory as `#`."""
    return _MEASURED.sub("#", text)
