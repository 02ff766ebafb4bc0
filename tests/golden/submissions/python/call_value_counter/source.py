from collections import Counter

def make(n):
    return Counter('aab')
