import sys

sys.stderr.write("noise\n" * 200000)
print("1 2 3")
