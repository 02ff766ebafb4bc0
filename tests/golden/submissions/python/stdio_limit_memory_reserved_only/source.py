import mmap

space = mmap.mmap(-1, 4 << 30)
space[0] = 1
print(int(input()) + space[0])
