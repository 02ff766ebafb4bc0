import sys


def add(a, b):
    print("adding", a, b)
    sys.stdout.write("7")
    sys.stderr.write("noise")
    return a + b


print("loaded")
