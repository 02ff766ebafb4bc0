import os
import sys

os.write(1, b"1 2 3\n")
sys.stdout.close()
