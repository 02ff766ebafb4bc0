def grow(n):
    return len(b"x" * 500_000_000) and n
