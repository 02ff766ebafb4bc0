def make(n):
    return -0.0
