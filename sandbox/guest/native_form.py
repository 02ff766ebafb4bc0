"""What the form `native` keeps of numpy's values: type, shape, and the item where it is alone.

Standard library only; numpy is looked at where the program has imported it. More is not needed for
Python's `==` between such a value and a JSON one: a comparison of several items has no truth.
"""

from __future__ import annotations

import math
import sys
from typing import Any


def numpy_parts(value: Any, kind: type[object]) -> tuple[str, list[int], Any] | None:
    """Return a numpy value as (kind and bytes of an item such as `f4`, shape, the only item).

    Args:
        value: anything.
        kind: its type.

    Returns:
        None where it is not numpy's own, or text, which compares as Python's does. The item is
        None where there are none or several.
    """
    numpy = sys.modules.get("numpy")
    if numpy is None or kind.__module__.partition(".")[0] != "numpy":
        return None
    if issubclass(kind, numpy.ndarray):
        dtype, shape = numpy.ndarray.dtype.__get__(value), numpy.ndarray.shape.__get__(value)
        item = numpy.ndarray.item(value) if math.prod(shape) == 1 else None
    elif issubclass(kind, numpy.generic) and not issubclass(kind, (str, bytes)):
        dtype, shape = numpy.generic.dtype.__get__(value), ()
        item = numpy.generic.item(value)
    else:
        return None
    return f"{dtype.kind}{dtype.itemsize}", list(shape), item
