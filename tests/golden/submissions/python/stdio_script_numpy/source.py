import numpy as np

n, *values = map(int, open(0).read().split())
print(np.cumsum(np.array(values))[-1], np.int64(3))
