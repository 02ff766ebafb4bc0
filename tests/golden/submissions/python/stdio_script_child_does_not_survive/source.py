import os
import signal

names = []
for entry in os.listdir("/proc"):
    if entry.isdigit():
        try:
            with open(f"/proc/{entry}/comm") as comm:
                names.append(comm.read().strip())
        except OSError:
            pass
print("lurker" in names, flush=True)
if os.fork() == 0:
    with open("/proc/self/comm", "w") as comm:
        comm.write("lurker")
    os.setsid()
    signal.pause()
