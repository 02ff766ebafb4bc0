a = input()
print(a)
b = input()
