def square(n):
    return len(b"x" * 500_000_000) * 0 + n * n
