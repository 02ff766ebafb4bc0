import numpy as np


def square(values):
    return np.array(values) ** 2
