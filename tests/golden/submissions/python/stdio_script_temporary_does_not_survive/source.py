import os
import tempfile

path = os.path.join(tempfile.gettempdir(), "microjudge-golden-mark")
print(os.path.exists(path))
with open(path, "w") as out:
    out.write("x")
os.chmod(path, 0)
