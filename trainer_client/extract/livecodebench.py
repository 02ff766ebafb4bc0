"""LiveCodeBench's rule: the text between the last two lines that hold three backticks.

Standard library only; linear. It knows no language, no reasoning and no tilde: it is there to give
the programs that LiveCodeBench's own figures rest on, not the fairest reading.

Source: `lcb_runner/utils/extraction_utils.py` of LiveCodeBench (commit 28fef95), the branch of chat
models. What it gives as an empty or blank program is no code here.
"""

from __future__ import annotations

from .found import ExtractedCode, NoCode

_MARK = "```"


def between_last_marks(completion: str) -> ExtractedCode | NoCode:
    """Return the text between the last two lines with three backticks, without its last line end.

    Args:
        completion: a model's raw answer, any text. Only a line feed ends a line.

    Returns:
        The code by the rule `livecodebench`; `NoCode("none")` where fewer than two lines hold the
        mark, `NoCode("empty")` where nothing, or only white space, stands between them.
    """
    closing = completion.rfind("\n", 0, max(completion.rfind(_MARK), 0)) + 1
    opening = completion.rfind(_MARK, 0, closing)
    if opening < 0:
        return NoCode("none" if completion.strip() else "empty")
    start = completion.index("\n", opening) + 1
    end = max(start, closing - 1)
    code = completion[start:end]
    if not code.strip():
        return NoCode("empty")
    return ExtractedCode(code=code, rule="livecodebench", start=start, end=end)
