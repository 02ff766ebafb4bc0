import sys

next(sys.stdin)
print(sum(map(int, next(sys.stdin).split())), next(sys.stdin, "end"))
