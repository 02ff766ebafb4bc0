n = int(input())
while n == 7:
    pass
print(n)
