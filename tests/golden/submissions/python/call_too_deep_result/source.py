def nest(n):
    out = []
    for _ in range(100000):
        out = [out]
    return out
