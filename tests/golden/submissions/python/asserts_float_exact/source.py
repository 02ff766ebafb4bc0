def third(n):
    return n / 3
