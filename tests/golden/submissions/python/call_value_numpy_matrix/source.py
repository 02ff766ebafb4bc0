import numpy as np

def make(n):
    return np.eye(2, dtype=int)
