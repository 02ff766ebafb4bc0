n = int(input())
print(n + 1 if n < 5 else n)
