calls = []


def count(n):
    calls.append(n)
    return len(calls)
