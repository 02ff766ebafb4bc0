# Writes what might be a result to every descriptor but its streams.
# expect: exited signaled
# prints: wrote

import os

frames = [
    b"\x00\x00\x00\x02{}",
    b'{"exit_kind": "exited", "exit_code": 0, "done": true}\n',
    b"R1\n",
]
for descriptor in range(3, 1024):
    for frame in frames:
        try:
            os.write(descriptor, frame)
        except OSError:
            pass
print("wrote")
