def make(n):
    return (k for k in range(n))
