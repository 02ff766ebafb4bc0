import numpy as np

def make(n):
    return np.arange(n) * 2
