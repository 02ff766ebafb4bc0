import sys

print("1", end="", file=sys.stdout, flush=True)
print(" 2", 3, file=sys.stdout)
print("ignored", file=sys.stderr)
