import sys

print(sys.stdin.isatty(), sys.stdin.fileno(), sys.stdout.fileno(), sys.stderr.fileno())
