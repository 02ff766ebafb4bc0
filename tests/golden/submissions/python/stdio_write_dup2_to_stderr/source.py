import os

os.dup2(2, 1)
print("1 2 3")
