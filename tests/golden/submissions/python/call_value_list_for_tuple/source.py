def make(n):
    return [n, n + 1]
