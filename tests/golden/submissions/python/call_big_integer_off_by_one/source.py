def product(a, b):
    return int(float(a) * b)
