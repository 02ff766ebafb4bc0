import sys

print(len(sys.stdin.read()), repr(sys.stdin.read()), repr(sys.stdin.readline()))
