from collections import namedtuple
from enum import Enum

Pair = namedtuple("Pair", "a b")


class Side(Enum):
    LEFT = 1


print(Pair(1, 2), Side.LEFT, Pair.__module__, Side.__module__)
