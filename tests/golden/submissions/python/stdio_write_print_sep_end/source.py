print(1, 2, sep=" ", end=" ")
print(3)
