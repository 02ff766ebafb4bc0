"""Hint `exact_whitespace`: white space is part of the answer. Pure, total, linear.

CRLF is still LF, and line ends after the last line do not count.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Unpack

from service.checkers.line_walk import BOM
from service.checkers.result import CheckResult, Difference, accept, cut_text, refuse
from service.checkers.token_rules import TokenParams, TokenRules, rule_name

_PART = re.compile(rb"[ \t\n\r\x0b\x0c]+|[^ \t\n\r\x0b\x0c]+")


def check(output: bytes, answer: bytes, **params: Unpack[TokenParams]) -> CheckResult:
    """Return accepted where white space is equal and tokens match.

    Source: Kattis problem package format, default output validator with `space_change_sensitive`
    (https://www.kattis.com/problem-package-format/).
    """
    output, answer = _unix(output), _unix(answer)
    if output == answer:
        return accept("exact_whitespace")
    rules = TokenRules.of({"numeric": False, "case": "exact", **params})
    needs, line = 0, 1
    parts = zip_longest(_PART.finditer(output), _PART.finditer(answer))
    for given, wanted in ((left and left[0], right and right[0]) for left, right in parts):
        if given != wanted:
            need = None if given is None or wanted is None else rules.match(given, wanted)
            if need is None:
                return refuse(_difference(given, wanted, line))
            needs |= need
        line += (wanted or b"").count(b"\n")
    return accept(rule_name(needs, "exact_whitespace"))


def _unix(text: bytes) -> bytes:
    return text.removeprefix(BOM).replace(b"\r\n", b"\n").rstrip(b"\n")


def _difference(given: bytes | None, wanted: bytes | None, line: int) -> Difference:
    blank = (given or b"x").isspace() or (wanted or b"x").isspace()
    return Difference(
        reason="other white space" if blank else "other token",
        line=line,
        output=None if given is None else cut_text(given),
        answer=None if wanted is None else cut_text(wanted),
    )
