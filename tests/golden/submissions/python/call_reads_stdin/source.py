n = int(input())


def add(a, b):
    return a + b
