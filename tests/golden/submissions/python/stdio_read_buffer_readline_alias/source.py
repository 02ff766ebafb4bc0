import sys

input = sys.stdin.buffer.readline
n = int(input())
print(sum(map(int, input().split())))
print(repr(input()))
