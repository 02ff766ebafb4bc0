import sys

print(max(len(line.rstrip(b"\r\n")) for line in sys.stdin.buffer))
