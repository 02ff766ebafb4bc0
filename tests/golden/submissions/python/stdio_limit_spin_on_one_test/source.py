n = int(input())
while n % 2 == 0:
    n += 2
print(n + 1)
