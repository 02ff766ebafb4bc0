import os
import sys

print("ok" if os.path.samefile(sys.path[0], os.path.dirname(os.path.abspath(__file__))) else sys.path)
