import sys

first = sys.stdin.read()
sys.stdin.seek(0)
print(first == sys.stdin.read(), len(first))
