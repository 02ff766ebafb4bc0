import os

with os.fdopen(0) as source:
    source.readline()
    print(sum(map(int, source.readline().split())))
