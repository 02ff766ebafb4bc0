"""How the judge of APPS reads two texts: which lines it sees, for the methods that follow it.

Imports `text_pair`. An output's lines end where `str.splitlines` ends them, an answer's at LF
alone: so APPS reads, and so policy `microcoder` agrees with it on odd characters.
Source: APPS, eval/testing_util.py (https://github.com/hendrycks/apps).
"""

from __future__ import annotations

from dataclasses import dataclass

from service.checkers.text_pair import decoded


@dataclass(frozen=True, kw_only=True, slots=True)
class AppsLines:
    """The lines of both sides.

    Attributes:
        printed: the output's lines as they are, blank ones too.
        wanted: the answer's lines that are not empty, stripped; one of white space alone is "".
    """

    printed: list[str]
    wanted: list[str]

    @classmethod
    def of(cls, output: bytes, answer: bytes) -> AppsLines:
        """Return the lines of two texts."""
        given, expected = decoded(output, answer)
        return cls(
            printed=given.splitlines(),
            wanted=[line.strip() for line in expected.split("\n") if line],
        )

    def printed_and_filled(self) -> list[str]:
        """Return the output's lines that are not empty."""
        return [line for line in self.printed if line]
