"""Data sets as their publishers write them, turned into corpus rows. Nothing of them is ever run.

A format is a module with `parse(row, most_bytes)`, which returns a `PublishedProblem` or raises
`RowError`. To add one: the module, and its entry in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from trainer_client.formats.records import Row

from . import apps, deepcoder, evalplus, humaneval, livecodebench, mbpp, taco
from .problem import PublishedProblem

Parse = Callable[[Row, int], PublishedProblem]

FORMATS: Mapping[str, Parse] = {
    "livecodebench": livecodebench.parse,
    "apps": apps.parse,
    "taco": taco.parse,
    "deepcoder": deepcoder.parse,
    "humaneval": humaneval.parse,
    "mbpp": mbpp.parse,
    "evalplus": evalplus.parse,
}
