import threading

threading.Thread(target=threading.Event().wait, daemon=True).start()
print("1 2 3")
