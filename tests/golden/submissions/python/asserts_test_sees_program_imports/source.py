from collections import Counter


def tally(text):
    return Counter(text)
