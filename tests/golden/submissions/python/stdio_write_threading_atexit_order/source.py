import atexit
import threading

gate = threading.Event()


def worker():
    gate.wait()
    print("2", end=" ")


atexit.register(print, "3")
thread = threading.Thread(target=worker)
thread.start()
print("1", end=" ")
gate.set()
