import os
import signal


def square(n):
    os.kill(os.getpid(), signal.SIGTERM)
    return n * n
