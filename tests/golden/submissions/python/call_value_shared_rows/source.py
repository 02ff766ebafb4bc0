def make(n):
    return [[0] * 2] * n
