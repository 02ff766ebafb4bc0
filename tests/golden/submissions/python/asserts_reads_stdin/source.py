n = int(input("n: "))


def square(n):
    return n * n
