from dataclasses import dataclass


@dataclass
class Point:
    x: "int"
    y: "int" = 2


class Solution:
    def norm(self, x: int) -> int:
        point = Point(x)
        return point.x**2 + point.y**2
