import os

print("1 2 3")
os.close(1)
