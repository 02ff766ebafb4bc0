from dataclasses import dataclass


@dataclass
class Point:
    x: "int"
    y: "int"

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)
