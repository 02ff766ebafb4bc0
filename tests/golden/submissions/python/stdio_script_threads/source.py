import threading

total = 0
lock = threading.Lock()


def add(k):
    global total
    with lock:
        total += k


threads = [threading.Thread(target=add, args=(k,)) for k in range(10)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(total, threading.current_thread() is threading.main_thread())
