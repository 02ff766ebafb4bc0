import os


def square(n):
    child = os.fork()
    if child == 0:
        return n * n
    os.waitpid(child, 0)
    return 0
