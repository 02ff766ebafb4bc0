def make(n):
    return 1
