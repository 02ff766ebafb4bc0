# Starts threads until it cannot, each of which waits for ever.
# expect: exited wall_limit cpu_limit
# prints: limited

import os
import threading

gate = threading.Event()
started = 0
try:
    while True:
        threading.Thread(target=gate.wait, daemon=True).start()
        started += 1
except RuntimeError:
    pass
print("limited", flush=True)
os._exit(0)
