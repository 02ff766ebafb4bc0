"""The final channel of a completion in the harmony format (gpt-oss). Standard library only.

Source: the format's description, https://github.com/openai/harmony/blob/main/docs/format.md.
"""

from __future__ import annotations

import re

_HEADER = re.compile(r"<\|channel\|>\s{0,8}(\w{1,32})[^\r\n]{0,200}?<\|message\|>")
_END = re.compile(r"<\|(?:end|call|return|start|channel)\|>")
# What the channels look like where the special tokens were dropped while decoding.
_UNMARKED_START = re.compile(r"\s{0,64}analysis(?=[A-Z])")
_UNMARKED_FINAL = "assistantfinal"


def final_channel(completion: str) -> str:
    """Return the last final message, with line ends for what stands before it: offsets stay true.

    Args:
        completion: a model's raw answer; one without channels comes back as it is.
    """
    headers = list(_HEADER.finditer(completion)) if "<|channel|>" in completion else []
    if headers:
        final = next((header for header in reversed(headers) if header[1] == "final"), None)
        return _only(completion, final.end()) if final else ""
    if _UNMARKED_START.match(completion):
        start = completion.rfind(_UNMARKED_FINAL)
        return _only(completion, start + len(_UNMARKED_FINAL)) if start >= 0 else ""
    return completion


def _only(completion: str, start: int) -> str:
    end = _END.search(completion, start)
    return "\n" * start + completion[start : end.start() if end else len(completion)]
