# Sends SIGKILL to everything that it may signal, and to its process group.
# expect: exited signaled
# prints: alive

import os
import signal

print("alive", flush=True)
os.kill(-1, signal.SIGKILL)
os.killpg(0, signal.SIGKILL)
