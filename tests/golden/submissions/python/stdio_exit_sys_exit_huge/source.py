import sys

print(int(input()) + 1)
sys.exit(1 << 64)
