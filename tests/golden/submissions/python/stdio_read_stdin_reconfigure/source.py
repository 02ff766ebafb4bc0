import sys

sys.stdin.reconfigure(encoding="latin-1")
print(len(input()))
