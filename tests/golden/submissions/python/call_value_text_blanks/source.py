def make(n):
    return 'a b '
