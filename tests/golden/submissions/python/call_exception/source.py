def pick(values):
    return values[0]
