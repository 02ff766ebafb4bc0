def make(n):
    return frozenset([n, 1])
