import sys

sys.stdout.buffer.write(b"1 2 ")
sys.stdout.buffer.write(b"3\n")
