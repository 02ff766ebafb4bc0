import sys

_, *numbers = map(int, sys.stdin.buffer.read().split())
print(sum(numbers))
