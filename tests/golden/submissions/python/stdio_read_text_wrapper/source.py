import io
import sys

sys.stdin = io.TextIOWrapper(sys.stdin.buffer, encoding="ascii", errors="replace")
print(len(input()))
