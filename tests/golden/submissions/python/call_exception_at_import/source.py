limit = int("x")


def add(a, b):
    return a + b
