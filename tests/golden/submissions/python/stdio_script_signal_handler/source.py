import os
import signal

signal.signal(signal.SIGUSR1, lambda *_: print("ok"))
os.kill(os.getpid(), signal.SIGUSR1)
