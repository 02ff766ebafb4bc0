import sys

print(int(input()) + 1)
del sys.stdin, sys.stdout, sys.stderr
