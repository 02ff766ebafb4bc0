total = 0


def add(k):
    global total
    total += k


for k in map(int, input().split()):
    add(k)
print(total, "total" in globals())
