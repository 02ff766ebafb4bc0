# Waits without using the CPU.
# expect: wall_limit

import signal

while True:
    signal.pause()
