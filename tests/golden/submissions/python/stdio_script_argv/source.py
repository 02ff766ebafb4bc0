import os
import sys

print("ok" if len(sys.argv) == 1 and os.path.samefile(sys.argv[0], __file__) else sys.argv)
