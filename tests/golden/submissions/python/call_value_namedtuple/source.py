from collections import namedtuple

Pair = namedtuple('Pair', 'a b')

def make(n):
    return Pair(n, 4)
