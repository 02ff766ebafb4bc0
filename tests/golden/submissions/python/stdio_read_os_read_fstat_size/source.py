import os

print(sum(map(int, os.read(0, os.fstat(0).st_size).split()[1:])))
