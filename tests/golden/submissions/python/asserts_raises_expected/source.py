def root(n):
    if n < 0:
        raise ValueError(n)
    return int(n**0.5)
