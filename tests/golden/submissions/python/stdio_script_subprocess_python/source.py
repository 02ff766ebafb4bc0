import subprocess
import sys

done = subprocess.run(
    [sys.executable, "-c", "print(input()[::-1])"], input="ko\n", capture_output=True, text=True
)
print(done.stdout, end="")
