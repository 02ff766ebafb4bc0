import os
import signal

print(int(input()) + 1, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
