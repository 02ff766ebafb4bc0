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
    """Return a text as long as the completion in which all but the final channel is line ends.

    Args:
        completion: a model's raw answer; one without channels comes back as it is.
    """
    headers = list(_HEADER.finditer(completion)) if "<|channel|>" in completion else []
    if headers:
        return _only(completion, [_message(completion, h) for h in headers if h[1] == "final"])
    if _UNMARKED_START.match(completion):
        final = completion.rfind(_UNMARKED_FINAL)
        start = len(completion) if final < 0 else final + len(_UNMARKED_FINAL)
        return _only(completion, [(start, len(completion))])
    return completion


def _message(completion: str, header: re.Match[str]) -> tuple[int, int]:
    end = _END.search(completion, header.end())
    return header.end(), end.start() if end else len(completion)


def _only(completion: str, spans: list[tuple[int, int]]) -> str:
    """Return the completion with everything outside the spans, which ascend, as line ends."""
    parts: list[str] = []
    position = 0
    for start, end in spans:
        parts += ["\n" * (start - position), completion[start:end]]
        position = end
    return "".join([*parts, "\n" * (len(completion) - position)])
