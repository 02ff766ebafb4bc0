import functools
import sys

print = functools.partial(print, flush=True)
print(1, 2, 3)
