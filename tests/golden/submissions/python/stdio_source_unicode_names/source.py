größe = 3
π = größe + 1
print(π)
