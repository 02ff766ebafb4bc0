import threading


def run(n):
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    return n
