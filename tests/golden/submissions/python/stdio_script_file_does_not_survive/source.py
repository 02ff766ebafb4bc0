import os

print(os.path.exists("mark.txt"))
with open("mark.txt", "w") as out:
    out.write("x")
