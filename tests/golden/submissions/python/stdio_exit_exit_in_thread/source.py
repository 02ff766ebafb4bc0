import sys
import threading

thread = threading.Thread(target=sys.exit, args=(3,))
thread.start()
thread.join()
print(int(input()) + 1)
