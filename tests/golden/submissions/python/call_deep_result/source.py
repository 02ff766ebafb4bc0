def nest(n):
    out = []
    for _ in range(n):
        out = [out]
    return out
