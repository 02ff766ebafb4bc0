"""Readers and writers of corpus files, one format a file.

`read(path)` streams the problems of a file in any known format; `sniff.py` lists the formats.
"""

from __future__ import annotations

from trainer_client.errors import FormatError

from .records import LabelledProblem, LabelledSubmission
from .sniff import read

__all__ = ["FormatError", "LabelledProblem", "LabelledSubmission", "read"]
