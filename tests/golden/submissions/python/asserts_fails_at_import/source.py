limit = {}['x']


def square(n):
    return n * n
