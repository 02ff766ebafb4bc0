"""A program with a docstring."""

from __future__ import annotations

print(__doc__)
