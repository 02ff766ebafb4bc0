n = int(input())
while True:
    try:
        while True:
            n += 1
    except BaseException:
        print(4)
