# Sends SIGKILL and SIGSTOP to every process that it can name, its parent and process 1 first.
# expect: exited
# prints: alive

import os
import signal

others = [os.getppid(), 1] + [int(name) for name in os.listdir("/proc") if name.isdigit()]
for pid in others:
    for number in (signal.SIGSTOP, signal.SIGKILL):
        if pid > 0 and pid != os.getpid():
            try:
                os.kill(pid, number)
            except OSError:
                pass
print("alive")
