# Overflows the C stack: libc's qsort calls a Python function that calls qsort.
# expect: signaled exited memory_limit

import ctypes
import sys

sys.setrecursionlimit(10**9)
libc = ctypes.CDLL(None)
compare_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
numbers = (ctypes.c_int * 2)(2, 1)


def again(a, b):
    libc.qsort(numbers, 2, ctypes.sizeof(ctypes.c_int), compare)
    return 0


compare = compare_type(again)
again(None, None)
