from collections import deque

def make(n):
    return deque([n, 1])
