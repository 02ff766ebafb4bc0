# Leaves links out of the scratch folder, a loop of links, and a folder nobody may enter.
# expect: exited
# prints: empty, made

import os

print("full," if os.path.lexists("loop") else "empty,", end=" ")
for number, target in enumerate(("/", "/etc/passwd", "/proc/1/root", "/proc/self/fd/0", "..", "0", "nowhere")):
    os.symlink(target, f"link{number}")
os.symlink("loop", "loop")
deep = "shut"
for _ in range(60):
    os.mkdir(deep)
    os.symlink("/usr", deep + "/out")
    deep += "/d"
os.chmod("shut", 0)
try:
    os.link("/etc/passwd", "hard")
except OSError:
    pass
print("made")
