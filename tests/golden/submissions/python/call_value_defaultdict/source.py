from collections import defaultdict


def d(n):
    out = defaultdict(list)
    out['x'].append(n)
    return out

def make(n):
    return d(n)
