import sys

print(sys.stdin.readline(2) + "|" + sys.stdin.readline())
