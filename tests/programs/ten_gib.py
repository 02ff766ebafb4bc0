# Asks for ten GiB and touches all of it.
# expect: memory_limit exited

import mmap

space = mmap.mmap(-1, 10 << 30)
for offset in range(0, 10 << 30, 4096):
    space[offset] = 1
print("got it")
