import sys

total = 0
for number, line in enumerate(sys.stdin):
    if number:
        total += sum(map(int, line.split()))
print(total)
