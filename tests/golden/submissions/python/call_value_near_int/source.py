def make(n):
    return n + 1e-9
