# Several children share the use of memory; the parent ends well.
# expect: memory_limit exited

import os

for _ in range(6):
    if os.fork() == 0:
        block = b"x" * 60_000_000
        os.read(os.pipe()[0], 1)
for _ in range(6):
    os.wait()
