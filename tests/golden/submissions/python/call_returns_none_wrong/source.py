def nothing(n):
    print(n)
