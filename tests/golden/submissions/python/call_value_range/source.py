def make(n):
    return range(n)
