import sys

with open("harbour.py", "w") as out:
    out.write("word = 'ok'\n")
sys.path.insert(0, "")
import harbour

print(harbour.word)
