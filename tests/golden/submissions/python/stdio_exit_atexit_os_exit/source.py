import atexit
import os

print(int(input()) + 1, flush=True)
atexit.register(os._exit, 4)
