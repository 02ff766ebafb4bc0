def sqare(n):
    return n * n
