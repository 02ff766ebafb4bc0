# Leaves a process in a session of its own, twice forked, that spins and holds every stream.
# expect: exited
# prints: at most two

import os
import signal

for number in set(range(1, 65)) - {signal.SIGCHLD}:
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            pass
    os._exit(0)
os.wait()
others = [pid for pid in os.listdir("/proc") if pid.isdigit()]
spinning = 0
for pid in others:
    try:
        with open(f"/proc/{pid}/cmdline") as line, open(f"/proc/{pid}/status") as status:
            spinning += f"Uid:\t{os.getuid()}\t" in status.read()
    except OSError:
        pass
print("at most two" if spinning <= 2 else spinning)
