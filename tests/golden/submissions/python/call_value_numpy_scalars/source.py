import numpy as np

def make(n):
    return [np.int64(n), np.float64(0.5), np.bool_(True)]
