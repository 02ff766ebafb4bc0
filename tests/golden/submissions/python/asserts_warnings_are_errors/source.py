import warnings

warnings.simplefilter("error")


def half(n):
    return n // 2
