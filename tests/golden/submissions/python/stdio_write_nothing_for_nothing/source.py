n = int(input())
if n:
    print(n)
