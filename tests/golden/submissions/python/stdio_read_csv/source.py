import csv
import sys

for row in csv.reader(sys.stdin):
    print(len(row), row[-1])
