import os
import signal

print(int(input()) + 1, flush=True)
if os.fork() == 0:
    os.setsid()
    signal.pause()
