import sys

lines = sys.stdin.readlines()
print(sum(map(int, lines[1].split())))
