"""Hint `profile: lenient`: a printed Python or JSON list for plain tokens. Pure, total, linear.

Order, multiplicity and row structure still count; only brackets, commas and quotes do not.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Unpack

from service.checkers import blank_lines, layout
from service.checkers.line_walk import lines_of, trimmed
from service.checkers.result import NOT_APPLICABLE, CheckResult, accept
from service.checkers.token_rules import TokenParams
from service.checkers.value_order import is_sequence
from service.checkers.value_text import NotAValue, parse_value

_STARTS = (b"[", b"(")


def check(output: bytes, answer: bytes, **params: Unpack[TokenParams]) -> CheckResult:
    """Return accepted where the printed list holds the answer's tokens.

    Source: the judging rules of this project (docs/judging-rules.md), hint `profile`.
    """
    text = trimmed(output)
    if not text.startswith(_STARTS) or trimmed(answer).startswith(_STARTS):
        return NOT_APPLICABLE
    try:
        plain = _plain(text)
    except (NotAValue, UnicodeDecodeError):
        return NOT_APPLICABLE
    result = NOT_APPLICABLE
    for method in (blank_lines, layout):
        result = method.check(plain, answer, **params)
        if result.accepted:
            return accept(f"{result.rule}+printed_list".removeprefix("blank_lines+"))
    return result


def _plain(text: bytes) -> bytes:
    """Return a printed list, or one printed list a line, as rows of plain tokens."""
    try:
        value = parse_value(text.decode())
    except NotAValue:
        return b"\n".join(_row(parse_value(line.decode())) for line in lines_of(text) if line)
    if is_sequence(value) and value and all(is_sequence(item) for item in value):
        return b"\n".join(_row(item) for item in value)
    return _row(value)


def _row(value: object) -> bytes:
    if not is_sequence(value):
        raise NotAValue("not a list")
    return b" ".join(_scalar(item) for item in value)


def _scalar(value: object) -> bytes:
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    if value is None or isinstance(value, (bool, float)):
        return repr(value).encode()
    if isinstance(value, int):
        return str(Decimal(value)).encode()
    raise NotAValue("not a list of plain values")
