def countdown(n):
    while n:
        yield n
        n -= 1
