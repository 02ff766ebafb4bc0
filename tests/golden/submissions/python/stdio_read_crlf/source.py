import sys

first = sys.stdin.readline()
print(first.split(), len(first), len(input()), [ord(c) for c in sys.stdin.read()])
