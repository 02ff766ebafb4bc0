total = 0


def add(k):
    nonlocal total
    total += k


print("ok")
