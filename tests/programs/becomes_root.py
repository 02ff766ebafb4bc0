# Tries to gain rights: user ids, capabilities, mounts, namespaces, tracing, new devices.
# expect: exited
# prints: nothing

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
gained = []
for name, call in {
    "setuid": lambda: os.setuid(0),
    "setgroups": lambda: os.setgroups([0]),
    "chroot": lambda: os.chroot("/tmp"),
    "mknod": lambda: os.mknod("device", 0o20666, os.makedev(1, 1)),
    "nice": lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
    "kernel": lambda: open("/proc/sys/kernel/hostname", "w"),
    "devices": lambda: open("/dev/mem", "rb"),
    "cgroup": lambda: open("/sys/fs/cgroup/cgroup.procs", "w"),
}.items():
    try:
        call()
        gained.append(name)
    except OSError:
        pass
for name, arguments in {
    "unshare": (0x10000000,),
    "mount": (b"none", b"/tmp", b"tmpfs", 0, None),
    "umount2": (b"/proc", 2),
    "ptrace": (16, os.getppid(), None, None),
    "sethostname": (b"mine", 4),
}.items():
    if getattr(libc, name)(*arguments) == 0:
        gained.append(name)
print(gained or "nothing")
