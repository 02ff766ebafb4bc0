from functools import lru_cache

misses = 0


@lru_cache(None)
def slow(n):
    global misses
    misses += 1
    return n if n < 2 else slow(n - 1) + slow(n - 2)


def count(n):
    slow(n)
    return misses
