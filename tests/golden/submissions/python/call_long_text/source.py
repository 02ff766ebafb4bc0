def text(n):
    return "ab" * n
