"""Integers of many digits, read faster than `int` does and beyond its limit of digits.

Standard library only. `int` costs the square of the digits, and so does `Decimal`; here the digits
are read in short pieces, which are joined pairwise, so that the cost is that of multiplying.
"""

from __future__ import annotations

# The least limit that an interpreter can set on the digits that `int` reads.
SHORT_DIGITS = 640


def long_integer(digits: str) -> int:
    """Return the value of decimal digits.

    Args:
        digits: at least one ASCII digit, without a sign.

    Source: divide and conquer, as for GMP's large radix conversion
    (https://gmplib.org/manual/Radix-to-Binary).
    """
    padded = "0" * (-len(digits) % SHORT_DIGITS) + digits
    starts = range(0, len(padded), SHORT_DIGITS)
    parts = [int(padded[start : start + SHORT_DIGITS]) for start in starts]
    base = 10**SHORT_DIGITS
    while len(parts) > 1:
        if len(parts) % 2:
            parts.insert(0, 0)
        pairs = zip(parts[::2], parts[1::2], strict=True)
        parts = [high * base + low for high, low in pairs]
        base *= base
    return parts[0]
