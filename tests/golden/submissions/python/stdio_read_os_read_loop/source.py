import os

parts = []
while chunk := os.read(0, 3):
    parts.append(chunk)
print(sum(map(int, b"".join(parts).split()[1:])))
