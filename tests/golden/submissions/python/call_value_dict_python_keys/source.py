def make(n):
    return {n: 'a'}
