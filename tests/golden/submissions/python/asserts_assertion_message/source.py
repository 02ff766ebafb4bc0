def square(n):
    return n
