from __future__ import annotations


def double(x: NotDefined) -> AlsoNot:
    return x * 2


print(double.__annotations__["x"])
