with open(0) as source:
    print(sum(map(int, source.read().split()[1:])))
