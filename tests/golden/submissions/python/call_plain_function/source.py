def twice(values):
    return [2 * v for v in values]
