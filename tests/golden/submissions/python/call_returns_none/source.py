def nothing(n):
    if n > 1:
        return n
