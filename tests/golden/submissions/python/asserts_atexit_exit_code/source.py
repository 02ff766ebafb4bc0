import atexit
import os

atexit.register(os._exit, 3)


def square(n):
    return n * n
