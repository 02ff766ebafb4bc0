"""Problems of LiveCodeBench that comparing outputs with answers cannot judge, and why.

Names are AtCoder's task ids and LeetCode's slugs.

Source: ERRATA.md of the LiveCodeBench repository.
"""

from __future__ import annotations

import re

_SEVERAL = "several answers and no checker: unjudgeable"
_INTERACTIVE = "interactive and no interactor: unjudgeable"
_WRONG = "its published tests are wrong: unjudgeable"

_ERRATA = {
    **dict.fromkeys(
        (
            "abc311_c",
            "abc326_d",
            "abc327_b",
            "abc333_e",
            "abc343_a",
            "abc343_e",
            "abc362_c",
            "arc185_c",
            "find-the-peaks",
            "find-words-containing-character",
            "generate-binary-strings-without-adjacent-zeros",
        ),
        _SEVERAL,
    ),
    **dict.fromkeys(("abc337_e", "abc355_e"), _INTERACTIVE),
    **dict.fromkeys(
        ("abc350_c", "apply-operations-to-make-string-empty", "arc189_a", "most-frequent-ids"),
        _WRONG,
    ),
}


def erratum(question_id: str, title: str) -> str | None:
    """Return why a problem cannot be judged, None where nothing is known against it.

    Args:
        question_id: LiveCodeBench's id of the problem.
        title: its title, as words or as a slug.
    """
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    return _ERRATA.get(question_id) or _ERRATA.get(slug)
