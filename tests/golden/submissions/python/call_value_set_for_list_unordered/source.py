def make(n):
    return {n, 1}
