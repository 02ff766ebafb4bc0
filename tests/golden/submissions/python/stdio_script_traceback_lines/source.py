import traceback


def fail():
    raise LookupError("lost")


try:
    fail()
except LookupError:
    lines = traceback.format_exc().splitlines()
    print([line.split(", ")[1:] for line in lines if line.startswith("  File")])
    print(lines[-1])
