def make(n):
    return [n, 1, 1]
