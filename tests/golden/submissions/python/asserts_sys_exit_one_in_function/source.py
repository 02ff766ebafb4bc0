import sys


def square(n):
    sys.exit(1)
