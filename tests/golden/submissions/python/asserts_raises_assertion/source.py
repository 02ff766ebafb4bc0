def square(n):
    assert n > 0, "only positive numbers"
    return n * n
