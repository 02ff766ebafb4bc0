def depth(value):
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0
