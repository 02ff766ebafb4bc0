n = int(input())
while n:
    n += 1
