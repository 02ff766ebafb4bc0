import sys
import threading

sys.setrecursionlimit(10**6)
threading.stack_size(256 * 1024 * 1024)


def down(k):
    return 0 if k == 0 else max(down(k - 1), 0) + 1


def main():
    print(down(60_000))


thread = threading.Thread(target=main)
thread.start()
thread.join()
