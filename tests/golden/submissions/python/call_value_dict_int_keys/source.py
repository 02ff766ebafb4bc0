def make(n):
    return {n: 'a', 10: 'b'}
