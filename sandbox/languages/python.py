"""Python 3, run by the zygote: one fork a test case."""

from __future__ import annotations

from sandbox.languages import Language

LANGUAGE = Language(
    name="python",
    aliases=("python3", "py", "py3"),
    extension="py",
    self_test="print(sum(map(int, input().split())))\n",
)
