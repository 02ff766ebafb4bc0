# Reads what it can of every other process: environment, memory, descriptors.
# expect: exited
# prints: nothing

import os

found = []
for name in os.listdir("/proc"):
    if name.isdigit() and int(name) != os.getpid():
        for part in ("environ", "maps", "mem"):
            try:
                with open(f"/proc/{name}/{part}", "rb") as source:
                    if source.read(1):
                        found.append(f"{name}/{part}")
            except OSError:
                pass
        for folder in ("fd", "root", "cwd"):
            try:
                if os.listdir(f"/proc/{name}/{folder}"):
                    found.append(f"{name}/{folder}")
            except OSError:
                pass
print(found or "nothing")
