import sys

sys.setrecursionlimit(10**6)


def down(k):
    return 0 if k == 0 else 1 + down(k - 1)


print(down(50_000))
