n = int(input())
block = b"x" * 500_000_000
print(n + 1)
