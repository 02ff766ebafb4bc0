# Leaves a System V segment and a message queue behind; says whether one was there before.
# expect: exited
# prints: nothing

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
before = libc.shmget(0x6D6A, 4096, 0) >= 0 or libc.msgget(0x6D6A, 0) >= 0
libc.shmget(0x6D6A, 4096, 0o1666)
libc.msgget(0x6D6A, 0o1666)
print("found" if before else "nothing")
