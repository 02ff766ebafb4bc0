from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(order=True)
class Edge:
    weight: "int"
    ends: "tuple[int, int]" = field(compare=False, default=(0, 0))
    count: "ClassVar[int]" = 0


print(min(Edge(3), Edge(2, (1, 4))))
