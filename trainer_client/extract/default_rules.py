"""The default rules: which of a completion's blocks is the answer, as a fair reader would say.

Standard library only; total and linear. The order: `<answer>` before what stands around it; fences
with the language's tag, one-line fences with it, fences without a tag that look like the language,
language tags, fences with another tag that look like it, bare code before the first fence, any
fence, bare code. The last of its kind counts, unless it only uses or tests what an earlier one
defines. A fence that never closes is a cut-off answer and not code; a complete one before it stays.
`docs/extraction.md` tells it to users.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .bare import bare_code, looks_like
from .fences import Block, Opening, text_of
from .found import ExtractedCode, NoCode
from .harmony import final_channel
from .languages import tags_of
from .python_text import LONGEST, only_uses
from .reading import read
from .tags import in_tags

_LOOKED_AT = 8  # blocks, from the last one, that are parsed: parsing costs far more than reading


def extract_by_default(completion: str, language: str) -> ExtractedCode | NoCode:
    """Return the program in a completion, or why there is none.

    Args:
        completion: a model's raw answer, any text.
        language: the wire name of the language that the program should have, or an alias.
    """
    tags = tags_of(language)
    text = final_channel(completion)
    reading = read(text)
    if reading.answer:
        start, end = reading.answer
        inside = [block for block in reading.blocks if start <= block.start and block.end <= end]
        found = _fenced(text, inside, [reading.answer], tags) or _bare(text, [reading.answer], tags)
        if found:
            return found
    found = _fenced(text, reading.blocks, reading.spans, tags)
    if found and not _is_begun(found, reading.cut):
        return found
    if reading.cut or any(in_tags(text, *span, tags)[1] for span in reading.spans):
        return NoCode("unclosed fence")
    if any(not block.inline for block in reading.blocks):
        return NoCode("empty")
    bare = _bare(text, reading.spans, tags)
    return bare or NoCode("none" if completion.strip() else "empty")


def _is_begun(found: ExtractedCode, cut: Opening | None) -> bool:
    """Say if the code is what stands in a fence that never closes."""
    return found.rule == "bare" and cut is not None and cut.text_start <= found.start


def _fenced(
    text: str,
    blocks: Sequence[Block],
    spans: Sequence[tuple[int, int]],
    tags: frozenset[str],
) -> ExtractedCode | None:
    """Return the code that some mark bounds."""
    named = [block for block in blocks if block.tag in tags]
    untagged = [block for block in blocks if not block.tag]
    others = [block for block in blocks if not block.inline]
    unfenced = [_before_blocks(text, span, blocks) for span in spans[-_LOOKED_AT:]]
    return (
        _program(text, [block for block in named if not block.inline], "fence", tags)
        or _program(text, [block for block in named if block.inline], "fence_inline", tags)
        or _like(text, untagged, "fence_untagged", tags)
        or _tagged(text, spans, tags)
        or _like(text, others, "fence_other_language", tags)
        or _bare(text, unfenced if others else [], tags)
        or _last(text, untagged, "fence_untagged")
        or _last(text, others, "fence_other_language")
    )


def _before_blocks(text: str, span: tuple[int, int], blocks: Sequence[Block]) -> tuple[int, int]:
    """Return a span up to the line that opens its first block."""
    start, end = span
    first = next((block.start for block in blocks if start <= block.start <= end), None)
    if first is None:
        return span
    return start, max(start, text.rfind("\n", start, max(start, first - 1)) + 1)


def _filled(text: str, blocks: Sequence[Block], rule: str) -> Iterator[ExtractedCode]:
    """Yield the blocks that are not blank, from the last one."""
    for block in reversed(blocks):
        code = text_of(block, text)
        if code.strip():
            yield ExtractedCode(code=code, rule=rule, start=block.start, end=block.end)


def _last(text: str, blocks: Sequence[Block], rule: str) -> ExtractedCode | None:
    return next(_filled(text, blocks, rule), None)


def _program(
    text: str, blocks: Sequence[Block], rule: str, tags: frozenset[str]
) -> ExtractedCode | None:
    """Return the last block that is not blank and does not only use an earlier one."""
    filled = _filled(text, blocks, rule)
    last = next(filled, None)
    if last is None or "python" not in tags:
        return last
    uses = last
    for earlier, _ in zip(filled, range(_LOOKED_AT), strict=False):
        if len(uses.code) + len(earlier.code) > LONGEST:
            break
        if only_uses(uses.code, earlier.code):
            uses = earlier
    return uses


def _like(
    text: str, blocks: Sequence[Block], rule: str, tags: frozenset[str]
) -> ExtractedCode | None:
    """Return the last block that looks like the language."""
    for found, _ in zip(_filled(text, blocks, rule), range(_LOOKED_AT), strict=False):
        if len(found.code) <= LONGEST and looks_like(found.code, tags):
            return found
    return None


def _tagged(
    text: str, spans: Sequence[tuple[int, int]], tags: frozenset[str]
) -> ExtractedCode | None:
    found = (in_tags(text, *span, tags)[0] for span in reversed(spans))
    return next((code for code in found if code), None)


def _bare(
    text: str, spans: Sequence[tuple[int, int]], tags: frozenset[str]
) -> ExtractedCode | None:
    for start, end in list(reversed(spans))[:_LOOKED_AT]:
        found = bare_code(text, start, end, tags)
        if found:
            return found
    return None
