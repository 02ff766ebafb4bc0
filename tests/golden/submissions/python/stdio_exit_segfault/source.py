import ctypes

print(int(input()) + 1, flush=True)
ctypes.string_at(0)
