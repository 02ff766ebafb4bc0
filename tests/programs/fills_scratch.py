# Writes into every folder that lets it until there is no room.
# expect: exited memory_limit output_limit signaled

import os

block = b"x" * (1 << 20)
for folder in (".", "/tmp", "/dev/shm", "/run", "/var/tmp", "/dev", "/"):
    try:
        for number in range(100):
            with open(os.path.join(folder, f"fill{number}"), "wb") as out:
                for _ in range(16):
                    out.write(block)
    except OSError:
        pass
