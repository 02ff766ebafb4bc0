import mmap

with mmap.mmap(0, 0, access=mmap.ACCESS_READ) as view:
    view.readline()
    print(sum(map(int, view.readline().split())))
