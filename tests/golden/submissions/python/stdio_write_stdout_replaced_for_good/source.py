import sys

sys.stdout = open(1, "w", buffering=1 << 16, closefd=False)
print("1 2 3")
