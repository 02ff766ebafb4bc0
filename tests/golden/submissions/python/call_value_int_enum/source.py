from enum import IntEnum


class Side(IntEnum):
    RIGHT = 3

def make(n):
    return Side.RIGHT
