"""Texts as lines of tokens, and the walk that compares two of them side by side.

Imports `token_rules` and `result`. All work is on bytes: ASCII white space only, LF ends a line,
no byte is invalid. Texts are read as streams, so a 10 MB line costs its bytes and not a list of a
million tokens; an equal beginning is skipped at the speed of memory.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import chain, zip_longest

from service.checkers.result import CheckResult, Difference, accept, cut_text, refuse
from service.checkers.token_rules import TokenRules, rule_name

BOM = b"\xef\xbb\xbf"
_CHUNK = 1 << 16
_SPACE = re.compile(rb"[ \t\n\r\x0b\x0c]")


def trimmed(text: bytes) -> bytes:
    """Return a text without a BOM and without white space at both ends."""
    return text.removeprefix(BOM).strip()


def tokens_of(text: bytes) -> Iterator[bytes]:
    """Return the tokens of a text, whatever white space parts them."""
    if len(text) <= _CHUNK:
        return iter(text.split())
    return chain.from_iterable(piece.split() for piece in _pieces(text))


def _pieces(text: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(text):
        space = _SPACE.search(text, start + _CHUNK)
        end = space.end() if space else len(text)
        yield text[start:end]
        start = end


def lines_of(text: bytes, start: int = 0) -> Iterator[bytes]:
    """Return the lines of a text from byte `start` on, stripped of white space at both ends."""
    stream = io.BytesIO(text)
    stream.seek(start)
    return map(bytes.strip, stream)


def first_token_difference(
    output: Iterator[bytes], answer: Iterator[bytes], rules: TokenRules, *, line: int | None = None
) -> Difference | int:
    """Return the first difference of two streams of tokens, or the rules that were needed."""
    needs = 0
    for number, (given, wanted) in enumerate(zip_longest(output, answer), 1):
        if given == wanted:
            continue
        if given is None:
            reason = "a token is missing"
        elif wanted is None:
            reason = "an extra token"
        else:
            need = rules.match(given, wanted)
            if need is not None:
                needs |= need
                continue
            reason = "other token"
        return Difference(
            reason=reason,
            line=line,
            token=number,
            output=None if given is None else cut_text(given),
            answer=None if wanted is None else cut_text(wanted),
        )
    return needs


def first_line_difference(output: Iterator[bytes], answer: Iterator[bytes]) -> Difference | None:
    """Return the first difference of two streams of lines, or None where they are equal."""
    for number, (given, wanted) in enumerate(zip_longest(output, answer), 1):
        if given != wanted:
            return _line_difference(given, wanted, number)
    return None


def compare_lines(
    output: bytes,
    answer: bytes,
    rules: TokenRules,
    *,
    own_name: str,
    structure: str = "",
    skip_blank: bool = False,
) -> CheckResult:
    """Return whether two texts have the same lines, token by token.

    Args:
        output: what was printed.
        answer: what was expected.
        rules: when two tokens match.
        own_name: the `match_rule` where no token rule was needed.
        structure: what to add to `match_rule` where token rules were needed.
        skip_blank: blank lines do not count.

    Returns:
        Accepted, or refused with the first difference.
    """
    output, answer = trimmed(output), trimmed(answer)
    if output == answer:
        return accept(own_name)
    if not output or not answer:
        return refuse(_one_is_empty(output, answer))
    start = _equal_lines_end(output, answer)
    outputs, answers = lines_of(output, start), lines_of(answer, start)
    if skip_blank:
        outputs, answers = filter(None, outputs), filter(None, answers)
    needs = 0
    first = answer.count(b"\n", 0, start) + 1
    for number, (given, wanted) in enumerate(zip_longest(outputs, answers), first):
        if given == wanted:
            continue
        if given is None or wanted is None:
            return refuse(_line_difference(given, wanted, number))
        found = first_token_difference(tokens_of(given), tokens_of(wanted), rules, line=number)
        if isinstance(found, Difference):
            return refuse(found)
        needs |= found
    return accept(rule_name(needs, structure) if needs else own_name)


def _equal_lines_end(left: bytes, right: bytes) -> int:
    """Return where a line starts before which both texts are equal."""
    position = 0
    while left[position : position + _CHUNK] == right[position : position + _CHUNK]:
        position += _CHUNK
    return left.rfind(b"\n", 0, position) + 1


def _one_is_empty(output: bytes, answer: bytes) -> Difference:
    if output:
        return Difference(reason="nothing is expected", line=1, output=cut_text(output))
    return Difference(reason="nothing is printed", line=1, answer=cut_text(answer))


def _line_difference(given: bytes | None, wanted: bytes | None, number: int) -> Difference:
    reason = "other line"
    if given is None:
        reason = "a line is missing"
    elif wanted is None:
        reason = "an extra line"
    return Difference(
        reason=reason,
        line=number,
        output=None if given is None else cut_text(given),
        answer=None if wanted is None else cut_text(wanted),
    )
