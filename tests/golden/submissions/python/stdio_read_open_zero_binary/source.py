print(sum(map(int, open(0, "rb").read().split()[1:])))
