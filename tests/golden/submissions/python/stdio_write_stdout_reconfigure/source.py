import sys

sys.stdout.reconfigure(line_buffering=True, encoding="utf-8", newline="\n")
print("ž")
