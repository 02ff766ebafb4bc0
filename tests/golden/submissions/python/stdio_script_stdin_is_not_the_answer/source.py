import os

print(sorted(int(fd) for fd in os.listdir("/proc/self/fd") if int(fd) > 2)[1:])
