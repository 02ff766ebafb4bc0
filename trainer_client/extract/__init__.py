"""The program in a model's raw answer: where it stands, and by which rule it was found.

Standard library only. Total (any text in, no exception out) and linear in the completion's length.
`default` reads the answer as a fair person would; `livecodebench` as LiveCodeBench does.
"""

from __future__ import annotations

from typing import Literal

from .default_rules import extract_by_default
from .found import ExtractedCode, NoCode
from .livecodebench import between_last_marks

__all__ = ["ExtractedCode", "NoCode", "extract_code"]


def extract_code(
    completion: str,
    language: str = "python",
    *,
    rules: Literal["default", "livecodebench"] = "default",
) -> ExtractedCode | NoCode:
    """Return the program in a completion, or why there is none.

    Args:
        completion: a model's raw answer, any text.
        language: the wire name of the language that the program should have, or an alias; the
            rules `livecodebench` do not look at it.
        rules: by whose rules the code is found.

    Returns:
        The code with the rule that found it: `fence`, `fence_inline`, `fence_untagged`, `tag`,
        `fence_other_language`, `bare` or `livecodebench`; or `NoCode`.
    """
    if rules == "livecodebench":
        return between_last_marks(completion)
    return extract_by_default(completion, language)
