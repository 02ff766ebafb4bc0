def make(n):
    return [(1, n), (2, [n])]
