import subprocess
import sys

subprocess.Popen([sys.executable, "-c", "import threading; threading.Event().wait()"])
print(int(input()) + 1)
