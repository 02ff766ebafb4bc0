import sys

print(sys.stdin.readline().strip())
sys.stdin.close()
