import signal


def ring(*_):
    raise TimeoutError


signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.01)
try:
    while True:
        pass
except TimeoutError:
    print("ok")
