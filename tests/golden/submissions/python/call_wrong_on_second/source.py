def square(n):
    return n * n if n < 3 else n
