def make(n):
    return [n * 0.1, 1 / n]
