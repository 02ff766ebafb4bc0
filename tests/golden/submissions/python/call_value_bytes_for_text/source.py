def make(n):
    return b'abc'
