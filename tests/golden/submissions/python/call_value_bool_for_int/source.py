def make(n):
    return n == 3
