import atexit

atexit.register(print, "3")
atexit.register(print, "2", end=" ")
print("1", end=" ")
