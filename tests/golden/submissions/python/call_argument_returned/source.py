def extend(values):
    values.append(0)
    return values
