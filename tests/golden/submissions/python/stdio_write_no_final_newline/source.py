print("1 2 3", end="")
