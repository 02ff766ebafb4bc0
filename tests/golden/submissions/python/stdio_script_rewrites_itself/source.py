import os

print("ok")
try:
    os.remove(__file__)
    with open(__file__, "w") as out:
        out.write("print('changed')\n")
except OSError:
    pass
