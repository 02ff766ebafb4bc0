import sys


def depth(k=1):
    try:
        return depth(k + 1)
    except RecursionError:
        return k


print(depth() + 3 >= sys.getrecursionlimit(), sys.getrecursionlimit())
