n = int(input())
print(12 // n)
