def make(n):
    return str(n)
