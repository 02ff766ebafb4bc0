n = int(input())
print(n + 1)
assert n == 0
