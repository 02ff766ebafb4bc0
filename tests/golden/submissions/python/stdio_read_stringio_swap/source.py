import io
import sys

text = sys.stdin.read()
sys.stdin = io.StringIO(text.upper())
print(input())
