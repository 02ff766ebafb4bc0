n = int(input("n? "))
print(n + 1)
