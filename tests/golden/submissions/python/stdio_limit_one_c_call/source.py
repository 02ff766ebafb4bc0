print(int(input()) + 1 if sum(range(10**11)) else 0)
