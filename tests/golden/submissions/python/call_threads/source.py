import threading


def run(n):
    out = []
    threads = [threading.Thread(target=out.append, args=(k,)) for k in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(out)
